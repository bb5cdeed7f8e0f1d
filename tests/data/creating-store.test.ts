import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStore } from "../../data/create.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "../support/folder.ts";
import { opened } from "../support/store/sqlite-file.ts";
import { draftWith, keptWith, noticeWith, overlong, signed } from "../support/texts/notices.ts";

describe("createStore", () => {
  const installation = () => {
    const folder = temporaryFolder();
    const firstNotice = join(folder, "first.json");
    writeFileSync(firstNotice, serialize(noticeWith({ title: "Hello" })));
    return {
      database: join(folder, "var", "deep", "notice.db"),
      lastKnownGood: join(folder, "known.json"),
      firstNotice,
    };
  };

  it("refuses an invalid first notice and leaves no file behind", async () => {
    const files = installation();
    writeFileSync(files.firstNotice, '{"isEnabled": false}');
    await expect(createStore(sqliteBackend(files.database), files, "anna")).rejects.toThrow(/first\.json/);
    expect(existsSync(files.database)).toBe(false);
  });

  it("stores the first notice, and changes nothing the second time", async () => {
    const files = installation();
    expect(await createStore(sqliteBackend(files.database), files, "anna")).toEqual({
      number: 1,
      from: files.firstNotice,
    });
    expect(await createStore(sqliteBackend(files.database), files, "bert")).toEqual({ number: 1 });
    expect(await opened(files.database).latest()).toMatchObject({
      author: "anna",
      notice: { title: "Hello" },
    });
  });

  it("starts from the last known good notice, even if its text is now over a limit", async () => {
    const files = installation();
    writeFileSync(files.lastKnownGood, signed(keptWith(overlong, 41)));
    expect(await createStore(sqliteBackend(files.database), files, "anna")).toEqual({
      number: 42,
      from: files.lastKnownGood,
    });
    const store = opened(files.database);
    expect((await store.latest()).notice).toEqual(overlong);
    expect((await store.append(draftWith())).number).toBe(43);
  });
});
