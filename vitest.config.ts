import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { builtThreads } from "./tests/support/setup/built-threads.ts";

/** Begins with the folders and files that take longest, so that none of them is left to run alone at the end. */
const longest = [
  "faults/process/",
  "browser/editor/",
  "faults/",
  "api/editor/",
  "browser/",
  "proxies/",
  "api/",
  "postgres/",
  "scripts/",
];
const rank = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((start) => moduleId.includes(`/tests/${start}`));
  return found < 0 ? longest.length : found;
};
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [builtThreads],
  test: {
    include: ["tests/**/*.test.ts"],
    // These take long, or need programs that nothing else does, and have a configuration of their own.
    exclude: ["tests/trials/**"],
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["tests/support/setup/chromium.ts", "tests/support/setup/proxies.ts"],
    // The local times that a command prints must not depend on where the tests run.
    env: { TZ: "UTC" },
    // Most of a test is waiting for other processes: more files at a time than there are cores.
    maxWorkers: 5,
    // Files of one worker share what they import, which takes longer than most of them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Whatever is waited for is a fact; a busy machine may need its time.
    expect: { poll: { timeout: 20_000 } },
    // What failed elsewhere is known by its message alone.
    chaiConfig: { truncateThreshold: 1000 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", ["json", { outputFile: "var/test-report.json" }]],
  },
});
