import { defineConfig } from "vitest/config";
import { builtThreads } from "./tests/support/setup/built-threads.ts";

/** The store in PostgreSQL as Debian has it, through PgBouncer, and with everything that may go wrong. */
export default defineConfig({
  plugins: [builtThreads],
  test: {
    include: ["tests/trials/fleet/**/*.test.ts"],
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["tests/support/setup/postgres.ts"],
    env: { TZ: "UTC" },
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The trials say what they saw of what.
    reporters: ["verbose", ["json", { outputFile: "var/postgres-report.json" }]],
  },
});
