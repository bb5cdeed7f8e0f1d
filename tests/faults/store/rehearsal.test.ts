import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { casesOf } from "../../support/cells.ts";
import { notice } from "../../support/command/command.ts";
import { makeKnownStore } from "../../support/command/prepared.ts";
import { closing } from "../../support/shared.ts";
import { tamper } from "../../support/store/forged-backup.ts";
import { alter, read } from "../../support/store/sqlite-file.ts";

type RunNotice = (env: NodeJS.ProcessEnv, args: string[]) => Promise<{ stdout: string; stderr: string }>;

/** Runs a command as root without the right to every file. */
const ordinary: RunNotice = (env, args) => {
  const drop = ["--bounding-set=-dac_override,-dac_read_search", process.execPath, "scripts/bin.mjs"];
  // An exit code other than 0 rejects, with the same outputs.
  return promisify(execFile)("setpriv", [...drop, ...args], { env }).catch((error) => error);
};

/** Expects a change to fail, and the check to report the same sentence and to leave no file. Returns the sentence. */
async function expectSameSentence(database: string, runNotice: RunNotice = notice): Promise<string> {
  const folder = dirname(database);
  const temporary = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".tmp")) : [];
  const before = temporary();
  const env = { ...process.env, DATABASE: database };
  const [set, check] = await Promise.all([
    runNotice(env, ["set", "--title", "New"]),
    runNotice(env, ["check", "--no-service"]),
  ]);
  expect(set).toMatchObject({ stdout: "", stderr: expect.stringMatching(/./) });
  const failures = check.stdout.split("\n").filter((line) => line.startsWith("FAILURE "));
  expect(failures).toEqual([expect.stringContaining(set.stderr.trimEnd())]);
  expect(temporary().filter((name) => !before.includes(name))).toEqual([]);
  return set.stderr;
}

const change = "UPDATE revision SET body = replace(body, 'Known', 'Knowm') WHERE revision = 2";
const refuse = "CREATE TRIGGER no_more BEFORE INSERT ON revision BEGIN SELECT RAISE(ABORT, 'no more'); END";
const damages: [string, string, (database: string) => void][] = [
  [
    "has lost its folder",
    "There is no notice store at",
    (database) => rmSync(dirname(database), { recursive: true }),
  ],
  ["has a newer format", "has format 99", (database) => alter(database, "PRAGMA user_version = 99")],
  [
    "has a damaged latest revision",
    "Revision 2 in the store is damaged",
    (database) => tamper(database, (db) => db.exec(change)),
  ],
  ["refuses an insertion", "is corrupt (no more)", (database) => alter(database, refuse)],
];

describe("notice check reports what notice set reports", () => {
  it.each(casesOf(damages, 3))("if the store %s", async (_name, says, damage) => {
    const database = await makeKnownStore();
    damage(database);
    expect(await expectSameSentence(database)).toContain(says);
  });

  it.skipIf(process.getuid?.() !== 0).each(casesOf(["folder", "file"], 2))(
    "if the %s of the store cannot be written",
    async (what) => {
      const database = await makeKnownStore();
      // Closing the store removes the files beside it.
      read(database, "SELECT count(*) FROM revision");
      expect(existsSync(`${database}-wal`)).toBe(false);
      const path = what === "folder" ? dirname(database) : database;
      chmodSync(path, what === "folder" ? 0o555 : 0o444);
      onTestFinished(() => chmodSync(path, 0o755));
      const reason = `(${path} cannot be written by user ${userInfo().username})`;
      expect(await expectSameSentence(database, ordinary)).toContain(reason);
    },
  );
});

it("notice check publishes nothing, leaves no file and wakes no watcher", async () => {
  const database = await makeKnownStore();
  const watcher = closing(await sqliteBackend(database).watch());
  expect(watcher.poll()).toMatchObject({ number: 2 });
  const files = readdirSync(dirname(database));
  const env = { ...process.env, DATABASE: database };
  expect((await notice(env, ["check", "--no-service"])).code).toBe(0);
  expect(watcher.poll()).toBeUndefined();
  expect(readdirSync(dirname(database))).toEqual(files);
  expect((await notice(env, ["show"])).stdout).toContain("Revision 2,");
});
