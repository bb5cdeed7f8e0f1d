import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/support/no-noise.ts"],
    globalSetup: ["tests/support/chromium.ts", "tests/support/proxies.ts"],
    // What a command prints of the time here does not depend on where the tests run.
    env: { TZ: "UTC" },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", ["json", { outputFile: "var/test-report.json" }]],
  },
});
