import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { notice, refusal } from "../support/command/command.ts";
import { backedUp, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { serveHere } from "../support/service/service-here.ts";
import { closing } from "../support/shared.ts";
import { forge } from "../support/store/forged-backup.ts";
import { canMount, fillDisk, smallDisk } from "../support/store/mount.ts";
import { alter, opened, read, removeStore } from "../support/store/sqlite-file.ts";
import { draftWith } from "../support/texts/notices.ts";

const filesOf = (database: string) =>
  readdirSync(dirname(database)).filter((name) => name.startsWith(basename(database)));

function fillWithGarbage(database: string): void {
  removeStore(database);
  writeFileSync(database, "x".repeat(10_000));
}

describe("notice backup", () => {
  const way = `give a path in an existing folder that ${thisUser()} may`;
  const unwritable = (file: string, reason: string) =>
    refusal(`${file} cannot be created (${reason}): ${way}`);

  it("overwrites no file, and leaves no file behind when it fails", async () => {
    const { run, backup } = await backedUp();
    const before = readFileSync(backup);
    expect(await run("backup", backup)).toEqual(refusal(`${backup} already exists and is not overwritten`));
    expect(readFileSync(backup).equals(before)).toBe(true);
    const folder = temporaryFolder();
    const nowhere = join(folder, "none", "b.db");
    expect(await run("backup", nowhere)).toEqual(unwritable(nowhere, "its folder does not exist"));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!canMount())("reports a full disk and names the backup file", async () => {
    const { run } = await backedUp();
    const disk = smallDisk();
    fillDisk(disk);
    const file = join(disk, "b.db");
    expect(await run("backup", file)).toEqual(unwritable(file, "its disk is full"));
    expect(readdirSync(disk)).toEqual(["fill"]);
  });

  it("writes the whole history into one SQLite file, or to standard output", async () => {
    const { run, backup, env } = await backedUp();
    expect(readdirSync(dirname(backup))).toEqual(["backup.db"]);
    expect(read(backup, "PRAGMA integrity_check")).toBe("ok");
    expect(read(backup, "SELECT count(*) FROM revision")).toBe(2);
    const sent = join(temporaryFolder(), "sent.db");
    const send = (to: string) =>
      spawnSync("sh", ["-c", 'node scripts/bin.mjs backup - > "$0"', to], { env, encoding: "utf8" });
    const said = (file: string) =>
      expect.stringMatching(`^Backed up the store, up to revision 2: ${file} \\(\\d+ bytes\\)\\.\n$`);
    expect(send(sent)).toMatchObject({ status: 0, stderr: said("-") });
    expect(readFileSync(sent).equals(readFileSync(backup))).toBe(true);
    const unsent = expect.stringMatching(/^The backup was not sent .*ENOSPC.*\n$/);
    expect(send("/dev/full")).toMatchObject({ status: 1, stderr: unsent });
    const terminal = { columns: 80, paint: (_style: string, line: string) => line };
    const shown = await notice(env, ["backup", "-"], { around: { terminal } });
    expect(shown).toMatchObject({ code: 2, stdout: "" });
    expect((await run("backup", `${sent}-2`)).stdout).toEqual(said(`${sent}-2`));
  });

  it("removes only temporary files of killed backups to the same path", async () => {
    const { run } = await prepared();
    const folder = temporaryFolder();
    const file = join(folder, "b.db");
    const left = (of = "b.db") => join(folder, `${of}.${randomUUID()}.tmp`);
    const [cut, empty, running, other, linked] = [left(), left(), left(), left("other.db"), left()];
    writeFileSync(cut, Buffer.alloc(9000, 1));
    for (const path of [empty, running, other]) writeFileSync(path, "");
    const db = closing(new Database(running));
    db.pragma("journal_mode = MEMORY");
    db.exec("BEGIN EXCLUSIVE");
    symlinkSync(other, linked);
    expect((await run("backup", file)).code).toBe(0);
    const kept = [file, running, other, linked].map((path) => basename(path));
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  });

  it("makes a consistent copy while other processes write", async () => {
    const { run, database } = await prepared();
    const store = opened(database);
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index += 1) {
        await store.append(draftWith({ title: `Title ${index}`, message: `Message ${index}` }));
        await new Promise(setImmediate);
      }
    })();
    for (let round = 0; round < 5; round += 1) {
      const file = join(temporaryFolder(), "b.db");
      expect((await run("backup", file)).code).toBe(0);
      const { notice: saved } = (await checkBackup(file)).latest;
      expect(saved.title.replace("Title", "Message")).toBe(saved.message);
    }
    writing = false;
    await writer;
  });
});

describe("notice restore", () => {
  it("publishes the backup's notice as a new revision in a healthy store", async () => {
    const { run, backup, document, storeLine, backTo } = await backedUp();
    await run("set", "--title", "Bad", "--message", "Bad.");
    expect((await run("restore", backup, "--dry-run")).stdout).toContain("+ title: Good");
    expect((await run("restore", backup, "--if-revision", "1")).code).toBe(3);
    const difference = `- title: Bad\n+ title: Good\n- message: Bad.\n${backTo(3)}${storeLine}`;
    expect((await run("restore", backup)).stdout).toBe(`Revision 4 is published.\n${difference}`);
    expect(await document()).toEqual({ ...defaults, title: "Good" });
    expect((await run("history")).stdout.split("\n")).toHaveLength(5);
  });

  it("copies the whole history into a store that has only its first revision", async () => {
    const { env, backup, run } = await backedUp();
    const database = join(temporaryFolder(), "notice.db");
    const inFresh = (...args: string[]) => notice({ ...env, DATABASE: database }, args);
    await inFresh("init");
    const dryRun = await inFresh("restore", backup, "--dry-run");
    expect(dryRun.stdout).toMatch(/^Nothing was changed\. .*history/);
    expect((await inFresh("restore", backup, "--if-revision", "2")).code).toBe(3);
    expect(await inFresh("restore", backup)).toEqual({
      code: 0,
      stdout: `Revision 2 is published: ${database} has the whole history of the backup. All sign-ins have ended.\n`,
      stderr: "",
    });
    expect((await inFresh("history", "--json")).stdout).toBe((await run("history", "--json")).stdout);
    expect(filesOf(database).filter((name) => /broken|tmp/.test(name))).toEqual([]);
    expect((await inFresh("check", "--no-service")).code).toBe(0);
    expect(() => alter(database, "DELETE FROM revision")).toThrow("a revision is never deleted");
    const filled = sqliteBackend(database).fillFromBackup(await checkBackup(backup), 0, "anna");
    await expect(filled).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
  });

  it("continues after the number that visitors have seen, and keeps the store if the backup is invalid", async () => {
    const { env, backup } = await backedUp();
    const database = join(temporaryFolder(), "notice.db");
    const inBegun = (...args: string[]) => notice({ ...env, DATABASE: database }, args);
    const backend = sqliteBackend(database);
    await backend.create({ ...draftWith({ title: "Begun" }), number: 7 });
    const wrong = forge(backup, (db) => db.exec("UPDATE revision SET author = '' WHERE revision = 2"));
    expect((await inBegun("restore", wrong)).code).toBe(2);
    expect(await backend.latestNumber()).toBe(7);
    expect((await inBegun("restore", backup)).stdout).toContain("Revision 8 is published");
    const history: { revision: number }[] = JSON.parse((await inBegun("history", "--json")).stdout);
    expect(history.map(({ revision }) => revision)).toEqual([8, 2, 1]);
  });

  it.each([
    ["missing", removeStore, false],
    ["garbage", fillWithGarbage, true],
  ] as const)("replaces a store that is %s, and uses no number twice", async (_name, breakStore, isKept) => {
    const { run, backup, database, document } = await backedUp();
    const restore = (...args: string[]) => run("restore", backup, ...args);
    const seen = { ...defaults, title: "Seen by visitors" };
    for (const message of ["3", "4"]) await run("set", "--title", seen.title, "--message", message);
    breakStore(database);
    const conflict = refusal("The store is missing or broken, which counts as revision 0, not 2", 3);
    for (const more of [[], ["--dry-run"], ["--json"]])
      expect(await restore("--if-revision", "2", ...more)).toEqual(conflict);
    const dryRun = JSON.parse((await restore("--dry-run", "--json")).stdout);
    expect(dryRun).toMatchObject({ published: false, revision: 0 });
    expect((await restore("--dry-run")).stdout).toMatch(/^Nothing was changed\. .* is missing or /);
    expect(existsSync(database)).toBe(isKept);

    const { code, stdout } = await restore("--if-revision", "0");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Revision 5 is published: .*history /)]);
    expect(stdout).toContain("Revisions 3 to 4 are missing, and visitors keep the text of the last.");
    expect(stdout.includes("tokens are gone: make new ones with ")).toBe(isKept);
    expect(await document()).toEqual({ ...seen, message: "4" });
    expect((await restore("--if-revision", "0")).code).toBe(3);
    expect((await run("set", "--message", "6")).stdout).toContain("Revision 6 is published.");
    expect(filesOf(database).some((file) => file.includes(".broken-"))).toBe(isKept);
    expect(filesOf(database).filter((file) => file.includes(".tmp"))).toEqual([]);
    expect((await run("check", "--no-service")).code).toBe(0);

    breakStore(database);
    expect(JSON.parse((await restore("--json")).stdout)).toEqual({
      ...{ published: true, revision: 7, notice: { ...seen, message: "6" }, lost: [3, 6] },
      ...(isKept && { aside: expect.stringContaining(`${database}.broken-`) }),
    });
  });

  it.each([
    ["missing", removeStore],
    ["empty", (file: string) => writeFileSync(file, "")],
    ["garbage", fillWithGarbage],
  ])("is visible on the next request of a running service whose store is %s", async (_name, damage) => {
    const service = await serveHere();
    const backup = join(temporaryFolder(), "backup.db");
    const run = (...args: string[]) => notice(service.env, args);
    await run("set", "--title", "Good");
    await run("backup", backup);
    const shown = async () => (await fetch(`${service.url}/api/notice`)).json();
    await run("set", "--title", "Bad");
    expect(await shown()).toMatchObject({ title: "Bad" });
    // The service may not have kept that title yet.
    const kept = () => readLastKnownGood(`${service.database}.last-known-good.json`)?.notice.title;
    const half = () => filesOf(service.database).filter((name) => name.endsWith(".tmp"));
    await vi.waitFor(() => expect([half(), kept()]).toEqual([[], "Bad"]), patient);
    damage(service.database);
    expect(await shown()).toMatchObject({ title: "Bad" });
    // The first restores the store, in which visitors keep what they see; the second restores the former text.
    for (const title of ["Bad", "Good"]) {
      expect((await run("restore", backup)).code).toBe(0);
      expect(await shown()).toMatchObject({ title });
    }
    expect(existsSync(service.database)).toBe(true);
  });
});
