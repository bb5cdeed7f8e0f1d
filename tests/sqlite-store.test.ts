import { execFile } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createStore } from "../data/create.ts";
import { assertVersion } from "../data/sqlite/driver.ts";
import { followSqlite } from "../data/sqlite/feed.ts";
import { openConnection } from "../data/sqlite/open.ts";
import { createSqliteStore, openSqliteStore } from "../data/sqlite/store.ts";
import type { NoticeFeed, NoticeStore } from "../data/store.ts";
import { serialize } from "../schema/notice.ts";
import { temporaryFolder } from "./support/folder.ts";
import { draftWith, noticeWith, revisionWith } from "./support/notices.ts";
import { describeStoreContract } from "./support/store-contract.ts";

function newStore(): string {
  const file = join(temporaryFolder(), "notice.db");
  createSqliteStore(file, { ...draftWith(), revision: 1 });
  return file;
}

function opened(file: string): NoticeStore {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

function followed(file: string): NoticeFeed {
  const feed = followSqlite(file);
  onTestFinished(() => feed.close());
  return feed;
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
  describeStoreContract(async (first) => {
    const file = join(temporaryFolder(), "notice.db");
    createSqliteStore(file, { ...first, revision: 1 });
    return { open: () => openSqliteStore(file), follow: () => followSqlite(file) };
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
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is no SQLite file\)/);
  });

  it("another program's database", () => {
    const file = join(temporaryFolder(), "notice.db");
    alter(file, "CREATE TABLE users (name TEXT)");
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is another program's database\)/);
    expect(() => createSqliteStore(file, { ...draftWith(), revision: 1 })).toThrow(
      /another program's database/,
    );
    expect(read(file, "PRAGMA journal_mode")).toBe("delete");
    expect(read(file, "SELECT count(*) FROM sqlite_schema")).toBe(1);
  });

  it("a newer format", () => {
    const file = newStore();
    alter(file, "PRAGMA user_version = 99");
    expect(() => openSqliteStore(file)).toThrow(
      /has format 99 and this program knows formats up to 1: use the newer/,
    );
    expect(() => followed(file).poll()).toThrow(/has format 99/);
  });

  it("a folder that does not exist, or is a file", () => {
    const folder = temporaryFolder();
    expect(() =>
      createSqliteStore(join(folder, "none", "notice.db"), { ...draftWith(), revision: 1 }),
    ).toThrow(/cannot be used \(its folder does not exist\)/);
  });
});

describe("the table refuses, whoever writes:", () => {
  it.each([
    ["a notice that is turned off", insert({ body: '{"isEnabled":false}' }), /CHECK constraint/],
    ["a notice that does not say", insert({ body: "{}" }), /CHECK constraint/],
    ["a text that is no JSON", insert({ body: "{" }), /CHECK constraint|malformed JSON/],
    ["a number that leaves a gap", insert({ revision: 3 }), /a revision follows the newest one/],
    ["a number that is taken", insert({ revision: 1 }), /a revision follows the newest one/],
    [
      "a revision in place of another",
      insert({ revision: 1 }, "REPLACE"),
      /a revision follows the newest one/,
    ],
    ["a revision without author", insert({ author: "" }), /CHECK constraint/],
    ["a time in another form", insert({ created_at: "yesterday" }), /CHECK constraint/],
    ["a wrong type", insert({ revision: "x" }), /cannot store TEXT|follows the newest|datatype mismatch/],
    ["a change", "UPDATE revision SET author = 'eve'", /a revision is never changed/],
    ["a deletion", "DELETE FROM revision", /a revision is never deleted/],
  ])("%s", async (_name, sql, message) => {
    const file = newStore();
    expect(() => alter(file, sql)).toThrow(message);
    expect((await opened(file).latest()).revision).toBe(1);
  });

  it("a revision in place of another one's request", async () => {
    const file = newStore();
    const request = read(file, "SELECT request_id FROM revision");
    expect(() => alter(file, insert({ request_id: request }, "REPLACE"))).toThrow(/a request is stored once/);
    expect((await opened(file).find(1)).author).toBe("anna");
  });
});

describe("every connection", () => {
  it.each([true, false])("has WAL and synchronous=FULL, readonly: %s", (readonly) => {
    const db = openConnection(newStore(), { readonly, wait: 0 });
    onTestFinished(() => void db.close());
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
  });

  it.each(["3.7.0", "3.45.1", "3.51.2"])("refuses SQLite %s", (version) => {
    expect(() => assertVersion(version)).toThrow(
      `SQLite ${version} can corrupt a store that two processes write`,
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
    const file = newStore();
    damage(file, sql);
    await expect(opened(file).latest()).rejects.toThrow(`Revision 1 is damaged in the store (${reason})`);
    expect(() => followed(file).poll()).toThrow(reason);
    expect(await opened(file).newest()).toBe(1);
  });
});

describe("a writer", () => {
  it("does not acknowledge a change of a file that was removed under it", async () => {
    const file = newStore();
    const store = opened(file);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    await expect(store.append(draftWith())).rejects.toMatchObject({ code: "WRITE_LOST", exit: 1 });
  });

  it("does not acknowledge a change of a file that was replaced under it", async () => {
    const file = newStore();
    const store = opened(file);
    const other = newStore();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(other, file);
    await expect(store.append(draftWith())).rejects.toThrow(
      /was removed or replaced meanwhile: .*do the change again/,
    );
  });
});

describe("a feed", () => {
  it("sees a file that was replaced", async () => {
    const file = newStore();
    const feed = followed(file);
    expect(feed.poll()?.notice.title).toBe("Under Maintenance");
    const other = newStore();
    await opened(other).append(draftWith({ title: "Replaced" }));
    rmSync(`${file}-wal`, { force: true });
    rmSync(`${file}-shm`, { force: true });
    alter(other, "PRAGMA wal_checkpoint(TRUNCATE)");
    renameSync(other, file);
    expect(feed.poll()).toMatchObject({ revision: 2, notice: { title: "Replaced" } });
  });

  it("fails while the file is gone, and goes on when there is one again", () => {
    const file = newStore();
    const feed = followed(file);
    feed.poll();
    renameSync(file, `${file}.away`);
    expect(() => feed.poll()).toThrow(/There is no notice store at/);
    expect(() => feed.poll()).toThrow(/There is no notice store at/);
    renameSync(`${file}.away`, file);
    expect(feed.poll()?.revision).toBe(1);
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
    const place = installation();
    writeFileSync(place.firstNotice, '{"isEnabled": false}');
    await expect(createStore(place, "anna")).rejects.toThrow(
      /first\.json, which a new store starts with, cannot be used; correct it\. "/,
    );
    expect(existsSync(place.database)).toBe(false);
  });

  it("takes the first notice, and does nothing the second time", async () => {
    const place = installation();
    expect(await createStore(place, "anna")).toEqual({ revision: 1, from: place.firstNotice });
    expect(await createStore(place, "bert")).toEqual({ revision: 1 });
    expect(await opened(place.database).latest()).toMatchObject({
      author: "anna",
      notice: { title: "Hello" },
    });
  });

  it("goes on from the last known good notice", async () => {
    const place = installation();
    writeFileSync(place.lastKnownGood, JSON.stringify(revisionWith({ title: "Known" }, 41)));
    expect(await createStore(place, "anna")).toEqual({ revision: 42, from: place.lastKnownGood });
    expect((await opened(place.database).append(draftWith())).revision).toBe(43);
  });

  it("is done by one of eight processes", async () => {
    const place = installation();
    const env = { ...process.env, DATABASE: place.database };
    const run = () => promisify(execFile)(process.execPath, ["scripts/bin.mjs", "init", "--json"], { env });
    const outcomes = await Promise.all(Array.from({ length: 8 }, run));
    const created = outcomes.filter(({ stdout }) => JSON.parse(stdout).created);
    expect(created).toHaveLength(1);
    expect(await opened(place.database).newest()).toBe(1);
  });
});
