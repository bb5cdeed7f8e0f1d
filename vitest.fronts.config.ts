import { defineConfig } from "vitest/config";

/** The long trials behind real proxies, of which `npm test` has a short one each. */
export default defineConfig({
  test: {
    include: ["tests/trials/proxies/**/*.test.ts"],
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["chromium", "clients", "proxies"].map((name) => `tests/support/setup/${name}.ts`),
    env: { TZ: "UTC" },
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // The trials say how many they saw of what.
    reporters: ["verbose", ["json", { outputFile: "var/fronts-report.json" }]],
  },
});
