import { defineConfig } from "vitest/config";

/** The long trials of every kind beside each other, as CI runs them: much of each is waiting for others. */
export default defineConfig({
  test: {
    projects: ["trials", "fronts", "postgres", "engines", "monitoring"].map((name) => ({
      extends: `./vitest.${name}.config.ts`,
      test: { name, maxWorkers: 4 },
    })),
    reporters: ["verbose", ["json", { outputFile: "var/long-report.json" }]],
  },
});
