import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { notice } from "../support/command/command.ts";
import { closing } from "../support/shared.ts";
import { alter, newStore, opened, watched } from "../support/store/sqlite-file.ts";
import { draftWith } from "../support/texts/notices.ts";

describe.each([
  ["newer than this program", 8, "STORE_NEWER", "has format 8"],
  ["from before 0.1.0", 6, "STORE_FOREIGN", "it is from before 0.1.0"],
] as const)("A store %s", (_, format, code, reason) => {
  it("is refused by commands that read and commands that write", async () => {
    const file = await newStore();
    alter(file, `PRAGMA user_version = ${format}`);
    for (const args of [["show"], ["set", "--title", "On"], ["backup", `${file}.b`], ["init"]]) {
      const run = await notice({ ...process.env, DATABASE: file }, args);
      expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
    }
  });

  it("is refused as a backup", async () => {
    const file = await newStore();
    const backup = `${file}.backup`;
    await sqliteBackend(file).backUp(backup);
    alter(backup, `PRAGMA user_version = ${format}`);
    const restored = await notice({ ...process.env, DATABASE: file }, ["restore", backup]);
    expect(restored).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  });

  it("is refused by a watcher and a writer that had the file open before", async () => {
    const file = await newStore();
    const store = opened(file);
    // In WAL mode, a commit does not touch the file itself.
    const db = closing(new Database(file));
    db.pragma("journal_mode = WAL");
    const watcher = watched(file);
    expect(watcher.poll()).toMatchObject({ number: 1 });
    alter(file, `PRAGMA user_version = ${format}`);
    expect(() => watcher.poll()).toThrow(expect.objectContaining({ code }));
    await expect(store.append(draftWith({ title: "On" }))).rejects.toMatchObject({ code });
  });
});
