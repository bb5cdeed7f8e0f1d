import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { casesOf } from "../../support/cells.ts";
import { notice } from "../../support/command/command.ts";
import { makeKnownStore } from "../../support/command/known-store.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { tamper } from "../../support/store/forged-backup.ts";

type RunNotice = (env: NodeJS.ProcessEnv, args: string[]) => Promise<{ stdout: string; stderr: string }>;

/** Root without its right to every file. */
const ordinary: RunNotice = (env, args) => {
  const drop = ["--bounding-set=-dac_override,-dac_read_search", process.execPath, "scripts/bin.mjs"];
  // An exit code other than 0 rejects, with the same outputs.
  return promisify(execFile)("setpriv", [...drop, ...args], { env }).catch((error) => error);
};

/** Expects that a change fails, and that the check has the same sentence and leaves no file. */
async function expectSameSentence(database: string, runNotice: RunNotice = notice): Promise<string> {
  const folder = dirname(database);
  const before = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".tmp")) : [];
  const env = { ...process.env, DATABASE: database };
  const [set, check] = await Promise.all([
    runNotice(env, ["set", "--title", "New"]),
    runNotice(env, ["check", "--no-service"]),
  ]);
  expect(set.stdout).toBe("");
  expect(set.stderr).not.toBe("");
  const failures = check.stdout.split("\n").filter((line) => line.startsWith("FAILURE "));
  expect(failures).toEqual([expect.stringContaining(set.stderr.trimEnd())]);
  if (existsSync(folder)) expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual(before);
  return set.stderr;
}

async function knownStore(folder = temporaryFolder()): Promise<string> {
  const database = join(folder, "notice.db");
  await makeKnownStore(database);
  return database;
}

/** Who closes a store last removes the files beside it. */
function closeLast(database: string): void {
  inStore(database, "SELECT count(*) FROM revision");
  expect(existsSync(`${database}-wal`)).toBe(false);
}

function inStore(database: string, sql: string): void {
  const db = new Database(database);
  db.exec(sql);
  db.close();
}

const damages: [name: string, says: string, inject: (database: string) => void][] = [
  [
    "in a folder that is gone",
    "There is no notice store at",
    (database) => renameSync(dirname(database), `${dirname(database)}.away`),
  ],
  ["of a newer version", "has format 99", (database) => inStore(database, "PRAGMA user_version = 99")],
  [
    "damaged where visitors look",
    "Revision 2 in the store is damaged",
    (database) =>
      tamper(database, (db) =>
        db.exec("UPDATE revision SET body = replace(body, 'Known', 'Knowm') WHERE revision = 2"),
      ),
  ],
  [
    "that refuses what is added to it",
    "is corrupt (no more)",
    (database) =>
      inStore(
        database,
        "CREATE TRIGGER no_more BEFORE INSERT ON revision BEGIN SELECT RAISE(ABORT, 'no more'); END",
      ),
  ],
];

describe("notice check says what notice set says with a store", () => {
  it.each(casesOf(damages, 3))("%s", async (_name, says, inject) => {
    const database = await knownStore();
    inject(database);
    onTestFinished(() => rmSync(`${dirname(database)}.away`, { recursive: true, force: true }));
    expect(await expectSameSentence(database)).toContain(says);
  });

  it.skipIf(process.getuid?.() !== 0).each(casesOf(["folder", "file"], 2))(
    "that cannot be written: its %s",
    async (what) => {
      const database = await knownStore();
      closeLast(database);
      const path = what === "folder" ? dirname(database) : database;
      chmodSync(path, what === "folder" ? 0o555 : 0o444);
      onTestFinished(() => chmodSync(path, 0o755));
      expect(await expectSameSentence(database, ordinary)).toContain(
        `(${path} cannot be written by user ${userInfo().username})`,
      );
    },
  );
});

describe("notice check", () => {
  it("is seen by nobody: no revision, no file, nothing for those who watch", async () => {
    const database = await knownStore();
    const watcher = await sqliteBackend(database).watch();
    onTestFinished(() => watcher.close());
    expect(watcher.poll()).toMatchObject({ number: 2 });
    const files = readdirSync(dirname(database));
    const env = { ...process.env, DATABASE: database };
    expect((await notice(env, ["check", "--no-service"])).code).toBe(0);
    expect(watcher.poll()).toBeUndefined();
    expect(readdirSync(dirname(database))).toEqual(files);
    expect((await notice(env, ["show"])).stdout).toContain("Revision 2,");
  });
});
