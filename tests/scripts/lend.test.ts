import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lendTo } from "../../scripts/owner/lend.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The files in a folder that this process has open. */
function openIn(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${number}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      // The one by which the folder was read is closed by now.
      return [];
    }
  });
}

it.each([
  ["rights cannot be given up", ["store.db", "store.db-wal"], "store.db"],
  ["only the log could be opened", ["store.db-wal"], "store.db"],
])("root's files are closed when %s", async (_why, files, name) => {
  const folder = temporaryFolder();
  for (const file of files) writeFileSync(join(folder, file), "");
  const refuse = () => {
    expect(openIn(folder).map((file) => file.slice(folder.length + 1))).toEqual(files);
    throw new Error("refused");
  };
  await expect(lendTo(refuse, join(folder, name), async () => "unused")).rejects.toThrow("refused");
  expect(openIn(folder)).toEqual([]);
});
