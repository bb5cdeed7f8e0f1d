import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { backedUp, removeStore } from "../support/command/backed-up.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { forge, forgeFrom, insertRow } from "../support/store/forged-backup.ts";

type Db = Database.Database;

/** A good backup that is changed. */
const changed = (change: (db: Db) => void) => (backup: string) => forge(backup, change);
/** One with a row more, which is a good one but for some columns. */
const row = (changes: Record<string, unknown>) => changed((db) => insertRow(db, changes));
/** One in which some SQL was run. */
const sql = (text: string) => changed((db) => void db.exec(text));
/** A file of SQLite's that is made by some SQL alone. */
const anew = (text: string) => () => forgeFrom((db) => void db.exec(text));

const noNumber = (revision: number) =>
  `revision ${revision} in it has a number that is not from 1 to 10000000`;
const noValid = (name: string) => `revision 3 in it has no valid ${name}`;
const isDamaged = "its latest revision, 3, is damaged: ";
const notOurs = "it has no table of revisions like a store's";

/** What is wrong with a backup, how it is made from a good one, and what is said of it. */
const hostileBackups: [string, (backup: string) => string, string][] = [
  ["a number beyond ten million", row({ revision: 10_000_001 }), noNumber(10_000_001)],
  [
    "the largest number there is",
    sql("UPDATE revision SET revision = 9223372036854775807 WHERE revision = 2"),
    "has a number that is not from 1",
  ],
  [
    "a row over 512 KiB",
    row({ body: `{"isEnabled":true,"title":"${"x".repeat(512 * 1024)}"}` }),
    "revision 3 in it is larger than 512 KiB",
  ],
  ["an author of two lines", row({ author: "eve\nadam" }), noValid("author")],
  ["a day that is none", row({ created_at: "2026-02-30T10:00:00.000Z" }), noValid("created_at")],
  ["a request that our table does not take", row({ request_id: "\0request" }), noValid("request_id")],
  [
    "a latest revision that was changed",
    sql("UPDATE revision SET body = replace(body, 'Good', 'Evil') WHERE revision = 2"),
    "its latest revision, 2, is damaged: its text does not match its checksum",
  ],
  [
    "a latest notice that is turned off",
    row({ body: '{"isEnabled":false,"title":"x","contactEmail":"a@b.co"}' }),
    `${isDamaged}"isEnabled" is always true`,
  ],
  ["no revision", sql("DELETE FROM revision"), "it contains no revision"],
  [
    "a write-ahead log beside it",
    (b) => forged(b, (file) => writeFileSync(`${file}-wal`, "x")),
    "it is a copy of a store, whose latest revisions may be missing: make a backup with `DATABASE=",
  ],
  [
    "the header of a store that was copied",
    (b) => forged(b, (file) => new Database(file).pragma("journal_mode = WAL")),
    "it is a copy of a store, whose latest revisions may be missing: make a backup with `DATABASE=",
  ],
  [
    "a generated column",
    sql("ALTER TABLE revision ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(1e8)))"),
    notOurs,
  ],
  [
    "a view in place of the table, without end",
    anew(
      "CREATE VIEW revision AS WITH RECURSIVE n(revision) AS (SELECT 1 UNION ALL SELECT revision + 1 FROM n) SELECT revision, 'x' AS body, 'x' AS sha256, 'x' AS author, 'x' AS created_at, 'x' AS request_id FROM n",
    ),
    notOurs,
  ],
  ["nothing", anew(""), notOurs],
  [
    "a newer format",
    sql("PRAGMA user_version = 8"),
    "it has format 8, and this version supports formats only up to 7",
  ],
  ["another program's database", anew("PRAGMA application_id = 7"), "it is another program's database"],
  ["an empty file", () => written(""), "it contains no store"],
  ["a text", () => written("hello ".repeat(1000)), "it is not a SQLite file"],
  ["a file that was cut off", (b) => forged(b, (file) => truncateSync(file, 5000)), "it is corrupt: "],
  ["no file", () => "/none/backup.db", "it does not exist"],
  ["a pipe", () => forged("", (file) => void execFileSync("mkfifo", [file])), "it is not a file"],
];

function written(text: string): string {
  const file = join(temporaryFolder(), "b.db");
  writeFileSync(file, text);
  return file;
}

/** A copy of a file, or no file, that is changed; gives its path. */
function forged(from: string, change: (file: string) => void): string {
  const file = join(temporaryFolder(), "b.db");
  if (from) writeFileSync(file, readFileSync(from));
  change(file);
  return file;
}

describe("notice restore", () => {
  it("refuses each broken or hostile backup in one sentence and changes nothing", async () => {
    const { env, backup, document } = await backedUp();
    for (const [name, make, reason] of hostileBackups) {
      const file = make(backup);
      const missing = join(temporaryFolder(), "notice.db");
      const expectRefusal = async (DATABASE: string | undefined, ...options: string[]) => {
        const { code, stdout, stderr } = await notice({ ...env, DATABASE }, ["restore", file, ...options]);
        expect([name, code, stdout]).toEqual([name, 2, ""]);
        expect(stderr).toContain(`${file} is not a backup this version can restore (`);
        expect(stderr).toContain(reason);
        expect(stderr.trimEnd()).toMatch(/^[^\n]*\): give the path of a file made by `npx notice backup`\.$/);
      };
      await expectRefusal(env.DATABASE);
      await expectRefusal(missing);
      if (name.startsWith("a number")) await expectRefusal(missing, "--dry-run");
      expect(readdirSync(dirname(missing)).filter((left) => left !== "notice.db.lock")).toEqual([]);
    }
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
    const after = JSON.parse((await run("history", "--json")).stdout);
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ revision: 41, author: "eve", createdAt: "2026-11-21T10:00:00.000Z" });
    const db = new Database(database, { readonly: true });
    expect(db.prepare("SELECT request_id FROM revision WHERE revision = 41").pluck().get()).toBe("request");
    expect(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get()).toBe(12);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
    expect((await run("check", "--no-service")).code).toBe(0);
  });

  it("leaves out a damaged earlier revision and says so", async () => {
    const { run, backup, database } = await backedUp();
    const damage = sql("UPDATE revision SET body = replace(body, 'Under', 'Undxr') WHERE revision = 1");
    const file = damage(backup);
    removeStore(database);
    expect((await run("restore", file)).stdout).toMatch(
      /^Revision 2 is published: .*\nDamaged revisions left out: 1\.\n$/,
    );
    const history = JSON.parse((await run("history", "--json")).stdout);
    expect(history.map(({ revision }: { revision: number }) => revision)).toEqual([2]);
    expect((await run("check", "--no-service")).code).toBe(0);
    removeStore(database);
    expect(JSON.parse((await run("restore", file, "--json")).stdout)).toMatchObject({ leftOut: 1 });
  });
});

describe("notice restore, for a store that is missing or broken,", () => {
  it.each([
    ["missing", removeStore],
    [
      "broken",
      (database: string) => {
        removeStore(database);
        writeFileSync(database, "x".repeat(10_000));
      },
    ],
  ])("supports --dry-run, --json and --if-revision 0 if the store is %s", async (_name, breakStore) => {
    const { run, backup, database } = await backedUp();
    breakStore(database);
    const title = { ...defaults, title: "Good" };
    const dryRun = await run("restore", backup, "--dry-run", "--json");
    expect([dryRun.code, JSON.parse(dryRun.stdout)]).toEqual([
      0,
      { published: false, revision: 0, notice: title },
    ]);
    for (const more of [[], ["--dry-run"], ["--json"]]) {
      expect(await run("restore", backup, "--if-revision", "2", ...more)).toEqual({
        code: 3,
        stdout: "",
        stderr:
          "The store is missing or broken, which counts as revision 0, not 2: look with `npx notice check`, then try again with --if-revision 0.\n",
      });
    }
    expect(existsSync(database)).toBe(_name === "broken");
    const done = await run("restore", backup, "--if-revision", "0", "--json");
    const aside = _name === "broken" ? { aside: expect.stringContaining(`${database}.broken-`) } : {};
    expect([done.code, JSON.parse(done.stdout)]).toEqual([
      0,
      { published: true, revision: 2, notice: title, ...aside },
    ]);
    // By now there is a store.
    expect((await run("restore", backup, "--if-revision", "0")).code).toBe(3);
  });
});
