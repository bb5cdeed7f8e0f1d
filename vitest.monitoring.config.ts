import { defineConfig } from "vitest/config";

/** The alerts and the dashboard, by Prometheus' own tool. */
export default defineConfig({
  test: {
    include: ["tests/trials/monitoring/**/*.test.ts"],
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["tests/support/setup/promtool.ts"],
    testTimeout: 60_000,
    reporters: ["default", ["json", { outputFile: "var/monitoring-report.json" }]],
  },
});
