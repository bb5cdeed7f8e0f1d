import { defineConfig } from "vitest/config";

/** The tests that start no process and no browser, for while you write. */
export default defineConfig({
  test: {
    include: [
      "tests/{schema,data,web}/**/*.test.ts",
      "tests/api/{connections,endpoints,every-request,formats,languages,notice-headers,one-way-in,payments,words}.test.ts",
      "tests/api/observe/*.test.ts",
      "tests/api/editor/{every-write,guard,ranges,routes,sign-in,tokens}.test.ts",
      "tests/project/{documents,layers}.test.ts",
      "tests/scripts/refusals/wrong-{document,use}.test.ts",
      "tests/scripts/{bench,compatibility,history-rollback,set,show}.test.ts",
    ],
    setupFiles: ["tests/support/setup/no-noise.ts", "tests/support/setup/no-process.ts"],
    env: { TZ: "UTC" },
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 4,
    isolate: false,
  },
});
