import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileFormat } from "../../data/sqlite-file/format.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice, refusal } from "../support/command/command.ts";
import { backedUp } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { forge, insertRow } from "../support/store/forged-backup.ts";
import { alter, read, removeStore } from "../support/store/sqlite-file.ts";

/** A backup, made from a good one by changing it. */
type Make = (backup: string) => string;
const row =
  (changes: Record<string, unknown>): Make =>
  (backup) =>
    forge(backup, (db) => insertRow(db, changes));
const sql =
  (text: string): Make =>
  (backup) =>
    forge(backup, (db) => void db.exec(text));
const update = (columns: string, number = 2) =>
  sql(`UPDATE revision SET ${columns} WHERE revision = ${number}`);
const file =
  (change: (copy: string) => unknown): Make =>
  (backup) => {
    const copy = join(temporaryFolder(), "b.db");
    copyFileSync(backup, copy);
    change(copy);
    return copy;
  };
/** A database that claims to be a store, and has only what this SQL makes. */
const anew = (text: string) =>
  file((copy) => {
    rmSync(copy);
    alter(copy, `PRAGMA application_id = 0x426b536e; PRAGMA user_version = ${fileFormat}; ${text}`);
  });

const isDamaged = "its latest revision, 3, is damaged: ";
const isCopy =
  "it is a copy of a store, whose latest revisions may be missing: make a backup with `DATABASE=";
const noTable = "it has no table of revisions like a store's";

const hostileBackups: [name: string, make: Make, reason: string][] = [
  ["a number beyond ten million", row({ revision: 10_000_001 }), "revision 10000001 in it has a number that"],
  ["the largest number", update("revision = 9223372036854775807"), "a number that is not from 1 to 10000000"],
  ["a row over 512 KiB", row({ body: `{"title":"${"x".repeat(512 * 1024)}"}` }), "is larger than 512 KiB"],
  ["an author of two lines", row({ author: "eve\nadam" }), "revision 3 in it has no valid author"],
  ["an impossible day", row({ created_at: "2026-02-30T10:00:00.000Z" }), "3 in it has no valid created_at"],
  ["an invalid request", row({ request_id: "\0request" }), "revision 3 in it has no valid request_id"],
  [
    "a changed latest revision",
    update("body = replace(body, 'Good', 'Evil')"),
    "2, is damaged: its text does not",
  ],
  [
    "a latest notice that is turned off",
    row({ body: '{"isEnabled":false,"title":"x","contactEmail":"a@b.co"}' }),
    `${isDamaged}"isEnabled" is always true`,
  ],
  ["no revision", sql("DELETE FROM revision"), "it contains no revision"],
  ["a write-ahead log beside it", file((copy) => writeFileSync(`${copy}-wal`, "x")), isCopy],
  ["the header of a copied store", file((copy) => alter(copy, "PRAGMA journal_mode = WAL")), isCopy],
  ["a generated column", sql("ALTER TABLE revision ADD COLUMN g BLOB AS (zeroblob(1e8))"), noTable],
  [
    "an endless view in place of the table",
    anew(
      "CREATE VIEW revision AS WITH RECURSIVE n(revision) AS (SELECT 1 UNION ALL SELECT revision + 1 FROM n) SELECT revision, 'x' AS body, 'x' AS sha256, 'x' AS author, 'x' AS created_at, 'x' AS request_id FROM n",
    ),
    noTable,
  ],
  ["no table", anew(""), noTable],
  ["a newer format", sql("PRAGMA user_version = 8"), "it has format 8, and this version supports formats"],
  ["another program's database", anew("PRAGMA application_id = 7"), "it is another program's database"],
  ["no bytes", file((copy) => writeFileSync(copy, "")), "it contains no store"],
  ["a text", file((copy) => writeFileSync(copy, "hello ".repeat(1000))), "it is not a SQLite file"],
  ["a cut end", file((copy) => truncateSync(copy, 5000)), "it is corrupt: "],
  ["no file", () => "/none/backup.db", "it does not exist"],
  ["a pipe", file((copy) => execFileSync("sh", ["-c", 'rm "$0"; mkfifo "$0"', copy])), "it is not a file"],
];

describe("notice restore", () => {
  it.each(hostileBackups)("refuses %s in one sentence, and changes nothing", async (_name, make, reason) => {
    const { env, backup, database, document } = await backedUp();
    const file = make(backup);
    const refused = refusal(`${file} is not a backup this version can restore (`);
    const missing = join(temporaryFolder(), "notice.db");
    for (const [DATABASE = "", ...more] of [[database], [missing], [missing, "--dry-run"]]) {
      const outcome = await notice({ ...env, DATABASE }, ["restore", file, ...more]);
      expect(outcome).toEqual(refused);
      expect(outcome.stderr).toContain(reason);
    }
    expect(readdirSync(dirname(missing)).filter((left) => left !== "notice.db.lock")).toEqual([]);
    expect(await document()).toEqual({ ...defaults, title: "Good" });
  });
});

describe("notice restore, for a missing store,", () => {
  it("copies only the revisions, with their numbers, authors and times", async () => {
    const { run, backup, database } = await backedUp();
    const before = JSON.parse((await run("history", "--json")).stdout);
    const file = row({ revision: 41 })(backup);
    removeStore(database);
    expect((await run("restore", file)).stdout).toContain("Revision 41 is published");
    const [latest, ...earlier] = JSON.parse((await run("history", "--json")).stdout);
    expect(earlier).toEqual(before);
    expect(latest).toMatchObject({ revision: 41, author: "eve", createdAt: "2026-11-21T10:00:00.000Z" });
    expect(read(database, "SELECT request_id FROM revision WHERE revision = 41")).toBe("request");
    expect(read(database, "SELECT count(*) FROM sqlite_schema")).toBe(12);
    expect(read(database, "PRAGMA integrity_check")).toBe("ok");
    expect((await run("check", "--no-service")).code).toBe(0);
  });

  it("leaves out a damaged earlier revision and says so", async () => {
    const { run, backup, database } = await backedUp();
    const file = update("body = replace(body, 'Under', 'Undxr')", 1)(backup);
    removeStore(database);
    const { stdout } = await run("restore", file);
    expect(stdout).toMatch(/^Revision 2 is published: .*\nDamaged revisions left out: 1\.\n$/);
    expect(JSON.parse((await run("history", "--json")).stdout)).toMatchObject([{ revision: 2 }]);
    expect((await run("check", "--no-service")).code).toBe(0);
    removeStore(database);
    expect(JSON.parse((await run("restore", file, "--json")).stdout)).toMatchObject({ leftOut: 1 });
  });
});
