import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { builtThreads } from "./tests/support/setup/built-threads.ts";
import { processFolders, processSuffix } from "./tests/support/setup/starting-processes.ts";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** The folders and files that take longest run first, so that none of them runs alone at the end. */
const longest = [
  "scripts/switch",
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

/** A setup file of many projects, or of one trial: `fleet/postgres`. */
const setupFile = (program: string): string =>
  program.includes("/")
    ? `tests/trials/${program.replace("/", "/support/")}.ts`
    : `tests/support/setup/${program}.ts`;

/** Tests, and the setup files of the programs that they need: Vitest runs these only if it runs some of the tests. */
const project = (name: string, programs: string[], options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, globalSetup: programs.map(setupFile), ...options },
});

/** A folder of tests that take long or need other programs: `npm run test:trials -- NAME`. */
const trial = (name: string, programs: string[], options: Options = {}): TestProjectInlineConfiguration =>
  project(name, programs, {
    include: [`tests/trials/${name}/**/*.test.ts`],
    // Long enough for a slow and busy machine.
    testTimeout: 900_000,
    ...options,
  });

// If root runs the tests, some programs that they start become other users, who must be able to read the files.
if (process.getuid?.() === 0) process.umask(0o022);

/** The project that runs unless the command line names others. Vitest reads this, but its types do not have it. */
const unlessTold = { project: "suite" };

export default defineConfig({
  plugins: [builtThreads],
  test: {
    ...unlessTold,
    projects: [
      // `npm test`. The files of a worker share their imports, because importing takes longer than most tests.
      project("suite", ["chromium", "programs"], {
        include: ["tests/**/*.test.ts"],
        exclude: ["tests/trials/**"],
        isolate: false,
      }),
      // The files of the suite that start no process and no browser, for use while you write.
      project("unit", [], {
        include: ["tests/**/*.test.ts"],
        exclude: [...processFolders.map((folder) => `tests/${folder}/**`), `tests/**/*${processSuffix}`],
        isolate: false,
      }),
      trial("chart", ["chart/helm", "programs"]),
      trial("documents", ["programs"]),
      trial("edge", ["chromium", "programs"], { provide: { hasEveryCell: true } }),
      trial("editor", ["chromium"], {
        include: [
          "tests/trials/editor/**/*.test.ts",
          // The suite tries a few of their cases. Here they try all, or the numbers below.
          "tests/api/editor/notice/hostile.test.ts",
          "tests/api/editor/preview/frames.process.test.ts",
          "tests/web/editor/any-draft.test.ts",
        ],
        provide: { madeUpDocuments: 10_000, madeUpDrafts: 2_000, hasEveryCell: true },
      }),
      trial("engines", ["chromium", "programs"]),
      trial("faults", ["chromium"], {
        include: [
          "tests/trials/faults/**/*.test.ts",
          // The suite tries a few of their cases. Here they try all.
          ...["process/durability", "process/freshness", "store/damaged-store", "store/rehearsal"].map(
            (name) => `tests/faults/${name}.test.ts`,
          ),
          "tests/faults/text/*.test.ts",
          "tests/browser/hostile.test.ts",
          "tests/scripts/switch.process.test.ts",
        ],
        provide: { powerLosses: 20, hasEveryCell: true },
      }),
      trial("fleet", ["fleet/postgres"]),
      trial("containers", ["chromium", "containers/docker"]),
      trial("kubernetes", [
        "chromium",
        "containers/docker",
        "kubernetes/traefik",
        "chart/helm",
        "kubernetes/cluster",
      ]),
      trial("monitoring", ["programs"]),
      trial("movement", ["chromium", "movement/fonts"], {
        // The suite tries the last ones in a few languages.
        include: [
          "tests/trials/movement/**/*.test.ts",
          ...["layout", "unsaved", "words"].map((name) => `tests/browser/${name}.test.ts`),
          "tests/api/brand/on-the-page.test.ts",
        ],
        provide: { hasEveryCell: true },
      }),
      trial("package", ["package/package"]),
      trial("proxies", ["chromium", "programs"]),
    ],
    setupFiles: ["no-noise", "no-process"].map((name) => `tests/support/setup/${name}.ts`),
    // The local times that a command prints must not depend on where the tests run.
    env: { TZ: "UTC" },
    // The next run uses what this run transformed.
    experimental: { fsModuleCache: true },
    // Tests mostly wait for other processes, so more files run at a time than there are cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Polled conditions come true for certain, but a busy machine needs time.
    expect: { poll: { timeout: 20_000 } },
    // Of a failure on another machine, we see only the message.
    chaiConfig: { truncateThreshold: 1000 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", "json"],
    outputFile: { json: "var/test-report.json" },
  },
});
