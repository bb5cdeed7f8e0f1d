import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { backedUp, removeStore } from "../support/command/backed-up.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { serveHere } from "../support/service/service-here.ts";
import { canMount, fillDisk, smallDisk } from "../support/store/mount.ts";
import { draftWith } from "../support/texts/notices.ts";

const files = (database: string) =>
  readdirSync(dirname(database)).filter((name) => name.startsWith(basename(database)));

describe("notice backup", () => {
  it("overwrites no file, and leaves no file behind when it fails", async () => {
    const { run, backup } = await backedUp();
    const before = readFileSync(backup);
    const again = await run("backup", backup);
    expect([again.code, again.stderr]).toEqual([
      2,
      `${backup} already exists and is not overwritten: give another path.\n`,
    ]);
    expect(readFileSync(backup).equals(before)).toBe(true);
    const folder = temporaryFolder();
    const nowhere = join(folder, "none", "b.db");
    expect(await run("backup", nowhere)).toEqual({
      code: 2,
      stdout: "",
      stderr: `${nowhere} cannot be created (its folder does not exist): give a path in an existing folder that ${thisUser()} may write to, or - for standard output.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!canMount())("reports a full disk and names the backup file", async () => {
    const { run } = await backedUp();
    const disk = smallDisk();
    fillDisk(disk);
    const full = join(disk, "b.db");
    expect(await run("backup", full)).toEqual({
      code: 2,
      stdout: "",
      stderr: `${full} cannot be created (its disk is full): give a path in an existing folder that ${thisUser()} may write to, or - for standard output.\n`,
    });
    expect(readdirSync(disk)).toEqual(["fill"]);
  });

  it("writes the whole history into one SQLite file, or to standard output", async () => {
    const { run, backup, env } = await backedUp();
    expect(readdirSync(dirname(backup))).toEqual(["backup.db"]);
    const db = new Database(backup, { readonly: true });
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(db.prepare("SELECT count(*) FROM revision").pluck().get()).toBe(2);
    db.close();
    const other = join(temporaryFolder(), "other.db");
    const send = (to: string) =>
      spawnSync("sh", ["-c", 'node scripts/bin.mjs backup - > "$0"', to], { env, encoding: "utf8" });
    expect(send(other)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Backed up the store, up to revision 2: - \(\d+ bytes\)\.\n$/),
    });
    expect(readFileSync(other).equals(readFileSync(backup))).toBe(true);
    const { status, stderr } = send("/dev/full");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The backup was not sent .*ENOSPC[^\n]*\n$/),
    ]);
    const terminal = { columns: 80, paint: (_style: string, line: string) => line };
    expect(await notice(env, ["backup", "-"], { around: { terminal } })).toMatchObject({
      code: 2,
      stdout: "",
    });
    rmSync(other);
    expect((await run("backup", other)).stdout).toMatch(
      /^Backed up the store, up to revision 2: .*other\.db \(\d+ bytes\)\.\n$/,
    );
  });

  it("removes only temporary files of killed backups to the same path", async () => {
    const { run } = await prepared();
    const folder = temporaryFolder();
    const file = join(folder, "b.db");
    const left = (of = "b.db") => join(folder, `${of}.${randomUUID()}.tmp`);
    const [cut, empty, running, other, linked] = [left(), left(), left(), left("other.db"), left()];
    writeFileSync(cut, Buffer.alloc(9000, 1));
    for (const path of [empty, running, other]) writeFileSync(path, "");
    const db = new Database(running);
    onTestFinished(() => void db.close());
    db.pragma("journal_mode = MEMORY");
    db.exec("BEGIN EXCLUSIVE");
    symlinkSync(other, linked);
    expect((await run("backup", file)).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(
      [file, running, other, linked].map((path) => basename(path)).sort(),
    );
  });

  it("makes a consistent copy while other processes write", async () => {
    const { run, database } = await prepared();
    const store = await sqliteBackend(database).open();
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
    await store.close();
  });
});

describe("notice restore", () => {
  it("publishes the backup's notice as a new revision in a healthy store", async () => {
    const { run, backup, document, storeLine, backTo } = await backedUp();
    await run("set", "--title", "Bad", "--message", "Bad.");
    expect((await run("restore", backup, "--dry-run")).stdout).toContain("+ title: Good");
    expect((await run("restore", backup, "--if-revision", "1")).code).toBe(3);
    expect((await run("restore", backup)).stdout).toBe(
      `Revision 4 is published.\n- title: Bad\n+ title: Good\n- message: Bad.\n${backTo(3)}${storeLine}`,
    );
    expect(await document()).toEqual({ ...defaults, title: "Good" });
    expect((await run("history")).stdout.split("\n")).toHaveLength(5);
  });

  it("copies the whole history into a store that has only its first revision", async () => {
    const { env, backup, run } = await backedUp();
    const database = join(temporaryFolder(), "notice.db");
    const fresh = { ...env, DATABASE: database };
    await notice(fresh, ["init"]);
    expect((await notice(fresh, ["restore", backup, "--dry-run"])).stdout).toBe(
      `Nothing was changed. The store would take over the whole history of ${backup}.\n`,
    );
    expect((await notice(fresh, ["restore", backup, "--if-revision", "2"])).code).toBe(3);
    expect(await notice(fresh, ["restore", backup])).toEqual({
      code: 0,
      stdout: `Revision 2 is published: ${database} has the whole history of the backup. All sign-ins have ended.\n`,
      stderr: "",
    });
    const history = await notice(fresh, ["history", "--json"]);
    expect(history.stdout).toBe((await run("history", "--json")).stdout);
    expect(files(database).filter((name) => /broken|tmp/.test(name))).toEqual([]);
    expect((await notice(fresh, ["check", "--no-service"])).code).toBe(0);
    const db = new Database(database);
    expect(() => db.exec("DELETE FROM revision")).toThrow("a revision is never deleted");
    db.close();
    await expect(
      sqliteBackend(database).fillFromBackup(await checkBackup(backup), 0, "anna"),
    ).rejects.toMatchObject({
      code: "REVISION_CONFLICT",
    });
  });

  it("continues after the number that visitors have seen, and keeps the store if the backup is invalid", async () => {
    const { env, backup } = await backedUp();
    const database = join(temporaryFolder(), "notice.db");
    const fresh = { ...env, DATABASE: database };
    const backend = sqliteBackend(database);
    await backend.create({ ...draftWith({ title: "Begun" }), number: 7 });
    const wrong = join(temporaryFolder(), "wrong.db");
    writeFileSync(wrong, readFileSync(backup));
    const db = new Database(wrong);
    db.pragma("ignore_check_constraints = ON");
    db.exec("DROP TRIGGER revision_is_kept; UPDATE revision SET author = '' WHERE revision = 2");
    db.close();
    expect((await notice(fresh, ["restore", wrong])).code).toBe(2);
    expect(await backend.latestNumber()).toBe(7);
    expect((await notice(fresh, ["restore", backup])).stdout).toContain("Revision 8 is published");
    const history: { revision: number }[] = JSON.parse((await notice(fresh, ["history", "--json"])).stdout);
    expect(history.map(({ revision }) => revision)).toEqual([8, 2, 1]);
  });

  it.each([
    ["missing", removeStore],
    [
      "garbage",
      (database: string) => {
        removeStore(database);
        writeFileSync(database, "x".repeat(10_000));
      },
    ],
  ])(
    "replaces a store that is %s, keeps the old files and uses no number twice",
    async (name, breakStore) => {
      const { run, env, backup, database, document } = await backedUp();
      await run("set", "--title", "Seen by visitors");
      await run("set", "--title", "Seen by visitors, too");
      breakStore(database);
      expect((await run("restore", backup, "--dry-run")).stdout).toMatch(/^Nothing was changed/);
      const { code, stdout } = await run("restore", backup);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^Revision 5 is published: .* has the whole history of the backup\. /),
      ]);
      expect(stdout).toContain("Revisions 3 to 4 are missing, and visitors keep the text of the last.");
      expect(stdout.includes("tokens are gone: make new ones with `npx notice token create`")).toBe(
        name !== "missing",
      );
      expect(await document()).toEqual({ ...defaults, title: "Seen by visitors, too" });
      expect((await run("set", "--message", "on")).stdout).toContain("Revision 6 is published.");
      expect(files(database).some((file) => file.includes(".broken-"))).toBe(name !== "missing");
      expect(files(database).filter((file) => file.includes(".tmp"))).toEqual([]);
      expect((await notice(env, ["check", "--no-service"])).code).toBe(0);
    },
  );

  it("is visible on the next request of the running service", async () => {
    const service = await serveHere();
    const backup = join(temporaryFolder(), "backup.db");
    await notice(service.env, ["set", "--title", "Good"]);
    await notice(service.env, ["backup", backup]);
    const shown = async () => (await (await fetch(`${service.url}/api/notice`)).json()) as { title: string };
    for (const damage of [
      removeStore,
      (file: string) => writeFileSync(file, ""),
      (file: string) => writeFileSync(file, "x".repeat(9000)),
    ]) {
      await notice(service.env, ["set", "--title", "Bad"]);
      expect(await shown()).toMatchObject({ title: "Bad" });
      // The service may still be keeping the one before.
      const kept = () => readLastKnownGood(`${service.database}.last-known-good.json`)?.notice.title;
      const half = () => files(service.database).filter((name) => name.endsWith(".tmp"));
      await vi.waitFor(() => expect([half(), kept()]).toEqual([[], "Bad"]), patient);
      damage(service.database);
      expect(await shown()).toMatchObject({ title: "Bad" });
      expect((await notice(service.env, ["restore", backup])).code).toBe(0);
      // What visitors see goes on; the backup has what was before.
      expect(await shown()).toMatchObject({ title: "Bad" });
      expect((await notice(service.env, ["restore", backup])).code).toBe(0);
      expect(await shown()).toMatchObject({ title: "Good" });
    }
    expect(existsSync(service.database)).toBe(true);
  });
});
