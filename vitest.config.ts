import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { builtThreads } from "./tests/support/setup/built-threads.ts";
import { processFolders, processSuffix } from "./tests/support/structure/starting-processes.ts";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Begins with the folders and files that take longest, so that none of them is left to run alone at the end. */
const longest = [
  "scripts/check-from",
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
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Tests with what must be there before any of them runs, which is not looked for when none of them does. */
const project = (name: string, programs: string[], options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, globalSetup: programs.map((program) => `tests/support/setup/${program}.ts`), ...options },
});

/** A folder of what takes long, or needs programs that nothing else does: `npm run test:trials -- NAME`. */
const trial = (name: string, programs: string[], options: Options = {}): TestProjectInlineConfiguration =>
  project(name, programs, {
    include: [`tests/trials/${name}/**/*.test.ts`],
    // Long enough for a machine that is half as fast, and has much else to do.
    testTimeout: 900_000,
    ...options,
  });

// If root runs the tests, programs that they start go on as other users, who must be able to read the tests' files.
if (process.getuid?.() === 0) process.umask(0o022);

/** The project that runs unless the command line names others; Vitest reads it here, though its types do not say so. */
const unlessTold = { project: "suite" };

export default defineConfig({
  plugins: [builtThreads],
  test: {
    ...unlessTold,
    projects: [
      // What `npm test` runs. Files of one worker share what they import, which takes longer than most of them.
      project("suite", ["chromium", "proxies"], {
        include: ["tests/**/*.test.ts"],
        exclude: ["tests/trials/**"],
        isolate: false,
      }),
      // Those files of the suite that start no process and no browser, for while you write.
      project("unit", [], {
        include: ["tests/**/*.test.ts"],
        exclude: [...processFolders.map((folder) => `tests/${folder}/**`), `tests/**/*${processSuffix}`],
        isolate: false,
      }),
      trial("chart", ["helm", "kubernetes"]),
      trial("documents", ["documents"]),
      trial("edge", ["chromium", "clients", "edge"], { provide: { hasEveryCell: true } }),
      trial("editor", ["chromium"], {
        include: [
          "tests/trials/editor/**/*.test.ts",
          // These try a few of many cases in the suite, and here all, or as many as is said below.
          "tests/api/editor/notice/hostile.test.ts",
          "tests/api/editor/preview/frames.process.test.ts",
          "tests/web/editor/any-draft.test.ts",
        ],
        provide: { madeUpDocuments: 10_000, madeUpDrafts: 2_000, hasEveryCell: true },
      }),
      trial("engines", ["chromium", "engines", "nu"]),
      trial("faults", ["chromium"], {
        include: [
          "tests/trials/faults/**/*.test.ts",
          // These try a few of many cases in the suite, and here all of them.
          ...["process/durability", "process/freshness", "store/damaged-store", "store/rehearsal"].map(
            (name) => `tests/faults/${name}.test.ts`,
          ),
          "tests/faults/text/*.test.ts",
          "tests/browser/hostile.test.ts",
        ],
        provide: { powerLosses: 20, hasEveryCell: true },
      }),
      trial("fleet", ["postgres"]),
      trial("containers", ["chromium", "docker"]),
      trial("kubernetes", ["chromium", "docker", "traefik", "helm", "cluster"]),
      trial("machines", ["chromium", "fonts", "proxies"]),
      trial("monitoring", ["promtool"]),
      trial("movement", ["chromium", "fonts"], {
        // The suite tries these in a few languages.
        include: [
          "tests/trials/movement/**/*.test.ts",
          ...["expected-return", "layout", "unsaved", "words"].map((name) => `tests/browser/${name}.test.ts`),
          "tests/api/brand/on-the-page.test.ts",
        ],
        provide: { hasEveryCell: true },
      }),
      trial("package", ["chromium", "package"], {
        // Every way is tried before a release.
        provide: { isInstalledEveryWay: process.env.EVERY_WAY === "1" },
      }),
      trial("proxies", ["chromium", "clients", "proxies"]),
    ],
    setupFiles: ["no-noise", "no-process"].map((name) => `tests/support/setup/${name}.ts`),
    // The local times that a command prints must not depend on where the tests run.
    env: { TZ: "UTC" },
    // What was transformed once is not transformed again, also by the next run.
    experimental: { fsModuleCache: true },
    // Most of a test is waiting for other processes: more files at a time than there are cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Whatever is waited for is a fact; a busy machine may need its time.
    expect: { poll: { timeout: 20_000 } },
    // What failed elsewhere is known by its message alone.
    chaiConfig: { truncateThreshold: 1000 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", "json"],
    outputFile: { json: "var/test-report.json" },
  },
});
