import { defineConfig } from "vitest/config";

/** What `npm test` does a few times, or with some texts of many, in its full number and with all of them. */
export default defineConfig({
  test: {
    include: [
      "tests/trials/{editor,faults,machines}/**/*.test.ts",
      "tests/api/editor/notice/hostile.test.ts",
      "tests/browser/editor/hostile.test.ts",
      "tests/web/editor/any-draft.test.ts",
    ],
    provide: { madeUpDocuments: 10_000, madeUpDrafts: 2_000, isEachPreviewSeen: true },
    setupFiles: ["tests/support/setup/no-noise.ts"],
    globalSetup: ["chromium", "fonts"].map((name) => `tests/support/setup/${name}.ts`),
    env: { TZ: "UTC" },
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 300_000,
    hookTimeout: 180_000,
    reporters: ["verbose", ["json", { outputFile: "var/trials-report.json" }]],
  },
});
