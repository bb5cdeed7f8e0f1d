import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createStore } from "../../data/create.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { assertVersion } from "../../data/sqlite/driver.ts";
import { migrate } from "../../data/sqlite/migrations.ts";
import { createConnection, openConnection } from "../../data/sqlite/open.ts";
import { openSqliteStore } from "../../data/sqlite/store.ts";
import { watchSqlite } from "../../data/sqlite/watcher.ts";
import type { FirstDraft, NoticeStore, NoticeWatcher } from "../../data/store.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "../support/folder.ts";
import { describeAccessContract } from "../support/store/access-contract.ts";
import { describeStoreContract } from "../support/store/store-contract.ts";
import { draftWith, keptWith, noticeWith } from "../support/texts/notices.ts";

const first: FirstDraft = { ...draftWith(), number: 1 };

async function newStore(): Promise<string> {
  const file = join(temporaryFolder(), "notice.db");
  await sqliteBackend(file).create(first);
  return file;
}

function opened(file: string): NoticeStore {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

function watched(file: string): NoticeWatcher {
  const watcher = watchSqlite(file);
  onTestFinished(() => watcher.close());
  return watcher;
}

/** What another program does to the file, without any of our settings. */
function alter(file: string, sql: string): void {
  const db = new Database(file);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

function read(file: string, sql: string): unknown {
  const db = new Database(file);
  try {
    return db.prepare(sql).pluck().get();
  } finally {
    db.close();
  }
}

const insert = (columns: Record<string, unknown>, verb = "INSERT") => {
  const row = {
    revision: 2,
    body: serialize(noticeWith()),
    sha256: "0".repeat(64),
    author: "eve",
    created_at: "2026-11-21T10:00:00.000Z",
    request_id: "request",
    ...columns,
  };
  const values = Object.values(row).map((value) => (value === null ? "NULL" : `'${value}'`));
  return `${verb} INTO revision (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`;
};

describe("the SQLite store keeps the contract of every store:", () => {
  describeStoreContract(async () => sqliteBackend(join(temporaryFolder(), "notice.db")));
});

describe("what the SQLite store keeps of those who use the editor keeps the contract of every store:", () => {
  describeAccessContract(async () => {
    const file = join(temporaryFolder(), "notice.db");
    return { backend: sqliteBackend(file), alter: (sql) => alter(file, sql) };
  });
});

describe("a file that is no store of ours is left as it is:", () => {
  it("none at all", async () => {
    const file = join(temporaryFolder(), "notice.db");
    expect(() => openSqliteStore(file)).toThrow(
      `There is no notice store at ${file}: create it with \`npx notice init\``,
    );
    expect(existsSync(file)).toBe(false);
  });

  it("a text", () => {
    const file = join(temporaryFolder(), "notice.db");
    writeFileSync(file, "hello ".repeat(1000));
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is not a SQLite file\)/);
  });

  it("another program's database", async () => {
    const file = join(temporaryFolder(), "notice.db");
    alter(file, "CREATE TABLE users (name TEXT)");
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is another program's database\)/);
    await expect(sqliteBackend(file).create(first)).rejects.toThrow(/another program's database/);
    expect(read(file, "PRAGMA journal_mode")).toBe("delete");
    expect(read(file, "SELECT count(*) FROM sqlite_schema")).toBe(1);
  });

  it("a newer format", async () => {
    const file = await newStore();
    alter(file, "PRAGMA user_version = 99");
    expect(() => openSqliteStore(file)).toThrow(
      /has format 99, but this version supports formats only up to 4: use the newer/,
    );
    expect(() => watched(file).poll()).toThrow(/has format 99/);
  });

  it("an empty file, which is no store yet", async () => {
    const file = join(temporaryFolder(), "notice.db");
    writeFileSync(file, "");
    expect(() => openSqliteStore(file)).toThrow(/There is no notice store at/);
    expect(statSync(file).size).toBe(0);
    expect(await sqliteBackend(file).create(first)).toBe(true);
  });
});

describe("the table refuses, whoever writes:", () => {
  it.each([
    ["a notice that is turned off", insert({ body: '{"isEnabled":false}' }), /CHECK constraint/],
    ["a notice that does not say", insert({ body: "{}" }), /CHECK constraint/],
    ["a text that is no JSON", insert({ body: "{" }), /CHECK constraint|malformed JSON/],
    ["a number that is taken", insert({ revision: 1 }), /a revision follows the latest one/],
    ["a number below the latest", insert({ revision: 0 }), /a revision follows the latest one/],
    ["a negative number", insert({ revision: -1 }), /a revision follows the latest one/],
    ["no number", insert({ revision: null }), /a revision follows the latest one/],
    [
      "a revision in place of another",
      insert({ revision: 1 }, "REPLACE"),
      /a revision follows the latest one/,
    ],
    ["a revision without author", insert({ author: "" }), /CHECK constraint/],
    ["a time in another form", insert({ created_at: "yesterday" }), /CHECK constraint/],
    ["a wrong type", insert({ revision: "x" }), /cannot store TEXT|follows the latest|datatype mismatch/],
    ["a change", "UPDATE revision SET author = 'eve'", /a revision is never changed/],
    ["a deletion", "DELETE FROM revision", /a revision is never deleted/],
  ])("%s", async (_name, sql, message) => {
    const file = await newStore();
    expect(() => alter(file, sql)).toThrow(message);
    expect((await opened(file).latest()).number).toBe(1);
  });

  it("but not a number that leaves a gap", async () => {
    const file = await newStore();
    alter(file, insert({ revision: 41 }));
    expect(await opened(file).latestNumber()).toBe(41);
    expect(() => alter(file, insert({ revision: 40, request_id: "other" }))).toThrow(
      /follows the latest one/,
    );
  });

  it("a number that is not positive, in a table without rows", () => {
    const file = join(temporaryFolder(), "notice.db");
    const db = createConnection(file);
    migrate(db, file);
    db.close();
    for (const revision of [0, -1])
      expect(() => alter(file, insert({ revision }))).toThrow(/CHECK constraint/);
  });

  it("a revision in place of another one's request", async () => {
    const file = await newStore();
    const request = read(file, "SELECT request_id FROM revision");
    expect(() => alter(file, insert({ request_id: request }, "REPLACE"))).toThrow(/a request is stored once/);
    expect((await opened(file).find(1)).author).toBe("anna");
  });
});

describe("every connection", () => {
  it.each([true, false])("has WAL and synchronous=FULL, readonly: %s", async (readonly) => {
    const db = openConnection(await newStore(), { readonly, busyTimeoutMs: 0 });
    onTestFinished(() => void db.close());
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
  });

  it.each(["3.7.0", "3.45.1", "3.51.2"])("refuses SQLite %s", (version) => {
    expect(() => assertVersion(version)).toThrow(
      `SQLite ${version} can corrupt a store that two processes write to`,
    );
  });

  it.each(["3.51.3", "3.51.10", "3.53.2", "4.0.0"])("takes SQLite %s", (version) => {
    expect(() => assertVersion(version)).not.toThrow();
  });
});

describe("a damaged revision", () => {
  const damage = (file: string, sql: string) => {
    alter(file, "DROP TRIGGER revision_is_kept");
    alter(file, sql);
  };

  it.each([
    [
      "a changed text",
      "UPDATE revision SET body = replace(body, 'Under', 'Undxr')",
      "its text does not match its checksum",
    ],
    [
      "a changed checksum",
      `UPDATE revision SET sha256 = '${"f".repeat(64)}'`,
      "its text does not match its checksum",
    ],
  ])("is seen by its checksum: %s", async (_name, sql, reason) => {
    const file = await newStore();
    damage(file, sql);
    await expect(opened(file).latest()).rejects.toThrow(`Revision 1 in the store is damaged (${reason})`);
    expect(() => watched(file).poll()).toThrow(reason);
    expect(await opened(file).latestNumber()).toBe(1);
  });
});

describe("a history with a damaged revision", () => {
  it("is listed, with that one marked", async () => {
    const file = await newStore();
    const store = opened(file);
    await store.append(draftWith({ title: "two" }));
    await store.append(draftWith({ title: "three" }));
    alter(file, "DROP TRIGGER revision_is_kept");
    alter(file, `UPDATE revision SET sha256 = '${"0".repeat(64)}' WHERE revision = 2`);
    expect(await store.history({ limit: 10 })).toMatchObject([
      { number: 3, notice: { title: "three" } },
      { number: 2, author: "anna", damage: "its text does not match its checksum" },
      { number: 1, notice: { title: "Under Maintenance" } },
    ]);
  });
});

describe("a writer", () => {
  it("does not acknowledge a change of a file that was removed under it", async () => {
    const file = await newStore();
    const store = opened(file);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    await expect(store.append(draftWith())).rejects.toMatchObject({ code: "WRITE_LOST", exitCode: 1 });
  });

  it("does not acknowledge a change of a file that was replaced under it", async () => {
    const file = await newStore();
    const store = opened(file);
    const other = await newStore();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(other, file);
    await expect(store.append(draftWith())).rejects.toThrow(
      /was removed or replaced in the meantime: .*make the change again/,
    );
  });
});

describe("a feed", () => {
  it("sees a file that was replaced", async () => {
    const file = await newStore();
    const watcher = watched(file);
    expect(watcher.poll()?.notice.title).toBe("Under Maintenance");
    const other = await newStore();
    await opened(other).append(draftWith({ title: "Replaced" }));
    rmSync(`${file}-wal`, { force: true });
    rmSync(`${file}-shm`, { force: true });
    alter(other, "PRAGMA wal_checkpoint(TRUNCATE)");
    renameSync(other, file);
    expect(watcher.poll()).toMatchObject({ number: 2, notice: { title: "Replaced" } });
  });

  it("gives the next good revision at once when the newest one is damaged", async () => {
    const file = await newStore();
    const store = opened(file);
    const watcher = watched(file);
    watcher.poll();
    alter(file, "DROP TRIGGER revision_is_kept");
    await store.append(draftWith({ title: "two" }));
    alter(file, "UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2");
    expect(() => watcher.poll()).toThrow(/does not match its checksum/);
    await store.append(draftWith({ title: "three" }));
    expect(watcher.poll()).toMatchObject({ number: 3, notice: { title: "three" } });
  });

  it("reads a copy by VACUUM INTO that took the file's place", async () => {
    const file = await newStore();
    const watcher = watched(file);
    watcher.poll();
    await opened(file).append(draftWith({ title: "copied" }));
    watcher.poll();
    alter(file, `VACUUM INTO '${file}.copy'`);
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(`${file}.copy`, file);
    expect(watcher.poll()).toMatchObject({ number: 2, notice: { title: "copied" } });
  });

  it("sees within a second that the write-ahead log was removed, and follows the new one", async () => {
    const file = await newStore();
    const watcher = watched(file);
    watcher.poll();
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    await opened(file).append(draftWith({ title: "beyond" }));
    await expect.poll(() => watcher.poll(), { timeout: 2000 }).toMatchObject({ notice: { title: "beyond" } });
  });

  it("lets go of a broken file, so that it can be repaired", async () => {
    const file = await newStore();
    const watcher = watched(file);
    watcher.poll();
    writeFileSync(file, "");
    for (let index = 0; index < 3; index += 1) {
      try {
        watcher.poll();
      } catch {
        // Whether it is missing or corrupt is SQLite's to say.
      }
    }
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    expect(await sqliteBackend(file).create({ ...first, number: 9 })).toBe(true);
    await expect.poll(() => watcher.poll(), { timeout: 2000 }).toMatchObject({ number: 9 });
  });

  it("fails while the file is gone, and goes on when there is one again", async () => {
    const file = await newStore();
    const watcher = watched(file);
    watcher.poll();
    renameSync(file, `${file}.away`);
    expect(() => watcher.poll()).toThrow(/There is no notice store at/);
    expect(() => watcher.poll()).toThrow(/There is no notice store at/);
    renameSync(`${file}.away`, file);
    expect(watcher.poll()?.number).toBe(1);
  });
});

describe("creating the store", () => {
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

  it("says what is wrong with the first notice, and leaves no file behind", async () => {
    const files = installation();
    writeFileSync(files.firstNotice, '{"isEnabled": false}');
    await expect(createStore(sqliteBackend(files.database), files, "anna")).rejects.toThrow(
      /first\.json \(the first notice of a new store\) cannot be used: correct it\. "/,
    );
    expect(existsSync(files.database)).toBe(false);
  });

  it("takes the first notice, and does nothing the second time", async () => {
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

  it("goes on from a last known good notice that is far ahead, with one revision", async () => {
    const files = installation();
    await createStore(sqliteBackend(files.database), files, "anna");
    writeFileSync(files.lastKnownGood, JSON.stringify(keptWith({ title: "Known" }, 9_999_999)));
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => createStore(sqliteBackend(files.database), files, "anna")),
    );
    expect(outcomes.map(({ number }) => number)).toEqual([10_000_000, 10_000_000, 10_000_000]);
    expect(outcomes.filter(({ from }) => from === files.lastKnownGood)).toHaveLength(1);
    expect(read(files.database, "SELECT count(*) FROM revision")).toBe(2);
    expect(await opened(files.database).latest()).toMatchObject({ notice: { title: "Known" } });
  });

  it("goes on from the last known good notice", async () => {
    const files = installation();
    writeFileSync(files.lastKnownGood, JSON.stringify(keptWith({ title: "Known" }, 41)));
    expect(await createStore(sqliteBackend(files.database), files, "anna")).toEqual({
      number: 42,
      from: files.lastKnownGood,
    });
    expect((await opened(files.database).append(draftWith())).number).toBe(43);
  });
});
