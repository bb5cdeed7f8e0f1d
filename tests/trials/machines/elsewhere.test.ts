import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { runElsewhere } from "../../support/trials/elsewhere.ts";

/** What meets most of a machine: commands, editors, times, files, folders, both stores, and the page. */
const files = [
  "tests/scripts/edit.process.test.ts",
  "tests/scripts/init.test.ts",
  "tests/scripts/commands.process.test.ts",
  "tests/scripts/backup-restore.process.test.ts",
  "tests/data",
  "tests/postgres/contract.test.ts",
  "tests/project/documents.test.ts",
  "tests/proxies/readme.test.ts",
  "tests/browser/expected-return.test.ts",
  "tests/browser/looks.test.ts",
];

it("tests pass for another user, with other settings, in a folder with another kind of name", async () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const { code, output } = await runElsewhere(files);
  expect(code, output).toBe(0);
});
