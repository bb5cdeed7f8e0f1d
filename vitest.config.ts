import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/support/no-noise.ts"],
    globalSetup: ["tests/support/chromium.ts", "tests/support/proxies.ts"],
    // A shared machine may starve a browser once; a defect fails twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", ["json", { outputFile: "var/test-report.json" }]],
  },
});
