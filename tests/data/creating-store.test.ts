import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStore } from "../../data/create.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "../support/folder.ts";
import { opened } from "../support/store/sqlite-file.ts";
import { draftWith, keptWith, noticeWith, overlong, signed } from "../support/texts/notices.ts";

/** Where a new store would be, and the file of its first notice. */
function newPlace() {
  const folder = temporaryFolder();
  const [firstNotice, database] = [join(folder, "first.json"), join(folder, "var", "deep", "notice.db")];
  writeFileSync(firstNotice, serialize(noticeWith({ title: "Hello" })));
  const files = { lastKnownGood: join(folder, "known.json"), firstNotice };
  return {
    database,
    files,
    create: (author = "anna") => createStore(sqliteBackend(database), files, author),
  };
}

describe("createStore", () => {
  it("refuses an invalid first notice and leaves no file behind", async () => {
    const { files, database, create } = newPlace();
    writeFileSync(files.firstNotice, '{"isEnabled": false}');
    await expect(create()).rejects.toThrow(/first\.json/);
    expect(existsSync(database)).toBe(false);
  });

  it("stores the first notice, and changes nothing the second time", async () => {
    const { files, database, create } = newPlace();
    expect(await create()).toEqual({ number: 1, from: files.firstNotice });
    expect(await create("bert")).toEqual({ number: 1 });
    const latest = await opened(database).latest();
    expect(latest).toMatchObject({ author: "anna", notice: { title: "Hello" } });
  });

  it("starts from the last known good notice, even if its text is now over a limit", async () => {
    const { files, database, create } = newPlace();
    writeFileSync(files.lastKnownGood, signed(keptWith(overlong, 41)));
    expect(await create()).toEqual({ number: 42, from: files.lastKnownGood });
    const store = opened(database);
    expect((await store.latest()).notice).toEqual(overlong);
    expect((await store.append(draftWith())).number).toBe(43);
  });
});
