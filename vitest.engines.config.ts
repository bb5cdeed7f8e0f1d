import { defineConfig } from "vitest/config";

/** The core of the page in three engines, and every page by the HTML checker: both need programs of Debian's. */
export default defineConfig({
  test: {
    include: ["tests/trials/engines/**/*.test.ts"],
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["chromium", "engines", "nu"].map((name) => `tests/support/setup/${name}.ts`),
    env: { TZ: "UTC" },
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["verbose", ["json", { outputFile: "var/engines-report.json" }]],
  },
});
