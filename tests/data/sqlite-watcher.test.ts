import { renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { alter, first, newStore, opened, removeStore, watched } from "../support/store/sqlite-file.ts";
import { draftWith } from "../support/texts/notices.ts";

describe("The SQLite watcher", () => {
  it("notices that the file was replaced", async () => {
    const file = await newStore();
    const watcher = watched(file);
    expect(watcher.poll()?.notice.title).toBe("Under Maintenance");
    const other = await newStore();
    await opened(other).append(draftWith({ title: "Replaced" }));
    for (const part of ["-wal", "-shm"]) rmSync(file + part, { force: true });
    alter(other, "PRAGMA wal_checkpoint(TRUNCATE)");
    renameSync(other, file);
    expect(watcher.poll()).toMatchObject({ number: 2, notice: { title: "Replaced" } });
  });

  it("refuses a damaged revision, which the store's history lists, and recovers with the next", async () => {
    const file = await newStore();
    const store = opened(file);
    const watcher = watched(file);
    watcher.poll();
    alter(file, "DROP TRIGGER revision_is_kept");
    await store.append(draftWith({ title: "two" }));
    alter(file, "UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2");
    expect(() => watcher.poll()).toThrow(expect.objectContaining({ code: "STORE_DAMAGED" }));
    await expect(store.latest()).rejects.toMatchObject({ code: "STORE_DAMAGED" });
    expect(await store.latestNumber()).toBe(2);
    const damage = "its text does not match its checksum";
    expect(await store.history({ limit: 10 })).toMatchObject([{ number: 2, damage }, { number: 1 }]);
    await store.append(draftWith({ title: "three" }));
    expect(watcher.poll()).toMatchObject({ number: 3, notice: { title: "three" } });
  });

  it("closes a broken file, so that it can be repaired", async () => {
    const file = await newStore();
    const watcher = watched(file);
    watcher.poll();
    writeFileSync(file, "");
    for (let index = 0; index < 3; index += 1) {
      try {
        watcher.poll();
      } catch {
        // SQLite may call it missing or corrupt.
      }
    }
    removeStore(file);
    expect(await sqliteBackend(file).create({ ...first, number: 9 })).toBe(true);
    expect(watcher.poll()).toMatchObject({ number: 9 });
  });
});
