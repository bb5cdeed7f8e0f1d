import { execFileSync } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { temporaryFolder } from "../folder.ts";
import { forge, forgeFrom, insertRow } from "./forged-backup.ts";

type Db = Database.Database;

/** Adds a row, which is a good one but for some columns. */
export const row = (changes: Record<string, unknown>) => (db: Db) => insertRow(db, changes);
/** Runs some SQL. */
export const sql = (text: string) => (db: Db) => void db.exec(text);

/** What is wrong with a backup, how it is made from a good one, and what is said of it. */
export const hostileBackups: [string, (backup: string) => string, string][] = [
  [
    "a number beyond ten million",
    (b) => forge(b, row({ revision: 10_000_001 })),
    "revision 10000001 in it has a number that is not from 1 to 10000000",
  ],
  ["the number 0", (b) => forge(b, row({ revision: 0 })), "revision 0 in it has a number that is not from 1"],
  [
    "a negative number",
    (b) => forge(b, row({ revision: -5 })),
    "revision -5 in it has a number that is not from 1",
  ],
  [
    "the largest number there is",
    (b) => forge(b, sql("UPDATE revision SET revision = 9223372036854775807 WHERE revision = 2")),
    "has a number that is not from 1",
  ],
  [
    "a row over 512 KiB",
    (b) => forge(b, row({ body: `{"isEnabled":true,"title":"${"x".repeat(512 * 1024)}"}` })),
    "revision 3 in it is larger than 512 KiB",
  ],
  [
    "an earlier row over 512 KiB",
    (b) => forge(b, sql("UPDATE revision SET request_id = hex(zeroblob(600000)) WHERE revision = 1")),
    "revision 1 in it is larger than 512 KiB",
  ],
  [
    "an author of two lines",
    (b) => forge(b, row({ author: "eve\nadam" })),
    "revision 3 in it has an author that is not one line of 1 to 200 characters",
  ],
  [
    "an author without end",
    (b) => forge(b, row({ author: "e".repeat(201) })),
    "revision 3 in it has an author that is not one line",
  ],
  [
    "a revision without author",
    (b) => forge(b, row({ author: "" })),
    "revision 3 in it has an author that is not one line",
  ],
  [
    "a time in another form",
    (b) => forge(b, row({ created_at: "yesterday" })),
    "revision 3 in it has a time that is not an RFC 3339 time",
  ],
  [
    "a day that is none",
    (b) => forge(b, row({ created_at: "2026-02-30T10:00:00.000Z" })),
    "revision 3 in it has a time that is not an RFC 3339 time",
  ],
  [
    "a time that is far",
    (b) => forge(b, row({ created_at: "+010000-01-01T00:00:00.000Z" })),
    "revision 3 in it has a time that is not an RFC 3339 time",
  ],
  [
    "a request without end",
    (b) => forge(b, row({ request_id: "r".repeat(201) })),
    "revision 3 in it has a request id that is not 1 to 200 characters",
  ],
  [
    "a request that our table does not take",
    (b) => forge(b, row({ request_id: "\u0000request" })),
    "revision 3 in it cannot be stored: CHECK constraint failed: length(request_id) > 0",
  ],
  [
    "a latest revision that was changed",
    (b) => forge(b, sql("UPDATE revision SET body = replace(body, 'Good', 'Evil') WHERE revision = 2")),
    "its latest revision, 2, is damaged: its text does not match its checksum",
  ],
  [
    "a latest notice that is turned off",
    (b) => forge(b, row({ body: '{"isEnabled":false,"title":"x","contactEmail":"a@b.co"}' })),
    'its latest revision, 3, is damaged: "isEnabled" is always true',
  ],
  [
    "a latest notice with a field more",
    (b) => forge(b, row({ body: '{"isEnabled":true,"title":"x","contactEmail":"a@b.co","extra":1}' })),
    "its latest revision, 3, is damaged: ",
  ],
  ["no revision", (b) => forge(b, sql("DELETE FROM revision")), "it contains no revision"],
  [
    "a trigger that is not ours",
    (b) => forge(b, sql("CREATE TRIGGER more AFTER INSERT ON revision BEGIN SELECT 1; END")),
    "the trigger more in it is not one of a store",
  ],
  [
    "a trigger of ours that does something else",
    (b) =>
      forge(b, sql("CREATE TRIGGER revision_more AFTER INSERT ON revision BEGIN DELETE FROM revision; END")),
    "the trigger revision_more in it is not one of a store",
  ],
  [
    "a view",
    (b) => forge(b, sql("CREATE VIEW v AS SELECT * FROM revision")),
    "the view v in it is not one of a store",
  ],
  [
    "a table that is not ours",
    (b) => forge(b, sql("CREATE TABLE users (name TEXT)")),
    "the table users in it is not one of a store",
  ],
  [
    "a virtual table",
    (b) => forge(b, sql("CREATE VIRTUAL TABLE f USING fts5(t)")),
    "in it is not one of a store",
  ],
  [
    "more objects than a page holds",
    (b) => forge(b, (db) => Array.from({ length: 15 }, (_, n) => db.exec(`CREATE VIEW v${n} AS SELECT 1`))),
    "the view v0 in it is not one of a store",
  ],
  [
    "a list of objects without end",
    (b) => forge(b, sql(`CREATE VIEW v AS SELECT 1 /*${"x".repeat(20_000)}*/`)),
    "the view v in it is not one of a store",
  ],
  [
    "a write-ahead log beside it",
    (b) => forged(b, (file) => writeFileSync(`${file}-wal`, "x")),
    "it has a write-ahead log beside it: make a backup of it with DATABASE set to its path",
  ],
  [
    "an index that is not ours",
    (b) => forge(b, sql("CREATE INDEX i ON revision (author)")),
    "the index i in it is not one of a store",
  ],
  [
    "a generated column",
    (b) => forge(b, sql("ALTER TABLE revision ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(1e8)))")),
    "the table revision in it is not one of a store",
  ],
  [
    "a view in place of the table, without end",
    () =>
      forgeFrom(
        sql(
          "CREATE VIEW revision AS WITH RECURSIVE n(revision) AS (SELECT 1 UNION ALL SELECT revision + 1 FROM n) SELECT revision, 'x' AS body, 'x' AS sha256, 'x' AS author, 'x' AS created_at, 'x' AS request_id FROM n",
        ),
      ),
    "the view revision in it is not one of a store",
  ],
  [
    "a virtual table in place of the table",
    () =>
      forgeFrom(
        sql("CREATE VIRTUAL TABLE revision USING fts5(body, sha256, author, created_at, request_id)"),
      ),
    "the table revision in it is not one of a store",
  ],
  [
    "a table of its own in place of ours",
    () =>
      forgeFrom(
        sql(
          "CREATE TABLE revision (revision INTEGER PRIMARY KEY, body, sha256, author, created_at, request_id)",
        ),
      ),
    "the table revision in it is not one of a store",
  ],
  ["nothing", () => forgeFrom(() => {}), "it has no table of revisions"],
  [
    "a newer format",
    (b) => forge(b, sql("PRAGMA user_version = 7")),
    "it has format 7, and this version supports formats only up to 6",
  ],
  [
    "another program's database",
    () => forgeFrom(sql("PRAGMA application_id = 7")),
    "it is another program's database",
  ],
  ["an empty file", () => written(""), "it contains no store"],
  ["a text", () => written("hello ".repeat(1000)), "it is not a SQLite file"],
  ["a file that was cut off", (b) => forged(b, (file) => truncateSync(file, 5000)), "it is corrupt: "],
  ["no file", () => "/none/backup.db", "it does not exist"],
  ["a folder", () => temporaryFolder(), "it is not a file"],
  ["a pipe", () => forged("", (file) => void execFileSync("mkfifo", [file])), "it is not a file"],
];

function written(text: string): string {
  const file = join(temporaryFolder(), "b.db");
  writeFileSync(file, text);
  return file;
}

/** A copy of a file, or no file, that is changed; gives its path. */
export function forged(from: string, change: (file: string) => void): string {
  const file = join(temporaryFolder(), "b.db");
  if (from) writeFileSync(file, readFileSync(from));
  change(file);
  return file;
}
