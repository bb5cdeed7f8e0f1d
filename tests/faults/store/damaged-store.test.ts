import { chmodSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { pageAt } from "../../support/network/http.ts";
import { readiness, startService, storeIsUp } from "../../support/service/service.ts";
import { damageable, garble, loseTokens, readTexts, redLines } from "../../support/store/damage.ts";
import { tamper } from "../../support/store/forged-backup.ts";
import { read } from "../../support/store/sqlite-file.ts";

describe("notice restore", () => {
  const changed = "UPDATE revision SET body = replace(body, 'Title', 'Tidle')";
  const damages: [string, boolean, (file: string) => void][] = [
    ["without its tokens", false, loseTokens],
    ["that was truncated", true, (file) => writeFileSync(file, readFileSync(file).subarray(0, 12_288))],
    ["with a changed text", false, (file) => tamper(file, (db) => db.exec(changed))],
    ["that was overwritten under a running service", true, garble],
  ];
  it.each(damages)(
    "moves a store %s aside, keeps the text that visitors see, and keeps the file's mode",
    async (_name, withService, damage) => {
      const at = await damageable();
      const service = withService ? await startService({ DATABASE: at.database }) : undefined;
      chmodSync(at.database, 0o600);
      const before = await readTexts(at);
      if (service) expect(await readiness(service)).toMatchObject({ store: "up", revision: 6 });
      damage(at.database);
      const broken = readFileSync(at.database);
      const red = await redLines(at);
      expect(red).not.toEqual([]);
      for (const line of red) expect(line).toContain("`npx notice restore FILE`");
      if (service) expect(await readiness(service)).toMatchObject({ store: "down", revision: 6 });
      if (damage === garble) {
        const stderr = expect.stringMatching(/\(it is not a SQLite file\): .*restore FILE/);
        expect(await at.run("set", "--title", "On")).toMatchObject({ code: 1, stderr });
      }

      const restored = await at.run("restore", at.backup, "--json");
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      const { revision, aside, lost } = JSON.parse(restored.stdout);
      expect(revision).toBe(7);
      expect(aside).toMatch(/\.broken-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
      if (damage === loseTokens) expect(lost).toEqual([4, 6]);
      expect(readFileSync(aside)).toEqual(broken);
      expect(statSync(at.database).mode & 0o777).toBe(0o600);
      const after = await readTexts(at);
      expect([...after.keys()]).toEqual([7, 3, 2, 1]);
      expect(after.get(7)).toBe(before.get(6));
      expect(await redLines(at)).toEqual([]);
      if (service) await storeIsUp(service);
      expect((await at.run("set", "--title", "On")).stdout).toContain("Revision 8 is published");
      if (service) expect(await pageAt(service.url)).toContain(">On</h1>");
    },
  );

  it("gives a healthy store the lost end of its history back, and keeps its tokens", async () => {
    const at = await damageable();
    const copy = join(temporaryFolder(), "whole.db");
    expect((await at.run("backup", copy)).code).toBe(0);
    tamper(at.database, (db) => db.exec("DELETE FROM revision WHERE revision > 2"));
    const before = await at.run("token", "list");
    expect(await at.run("restore", copy, "--if-revision", "1")).toMatchObject({ code: 3 });
    expect((await at.run("restore", copy)).stdout).toMatch(/^Revision 6 is published: .*whole history/);
    expect([...(await readTexts(at)).keys()]).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await at.run("token", "list")).toEqual(before);
    // A backup that has lost the newer revisions is published as a change.
    expect((await at.run("restore", at.backup)).stdout).toContain("Revision 7 is published.");
    expect(await redLines(at)).toEqual([]);
  });
});

describe("A restore that was killed", () => {
  it("is finished without the log of the old store, which does not belong to the new store", async () => {
    const at = await damageable();
    const db = new Database(at.database);
    db.pragma("journal_mode = WAL");
    db.exec("UPDATE token SET name = 'stale'");
    const log = readFileSync(`${at.database}-wal`);
    db.exec("UPDATE token SET name = 'whole'");
    db.close();
    renameSync(at.database, `${at.database}.restored`);
    writeFileSync(`${at.database}-wal`, log);
    expect((await at.run("set", "--title", "Next")).stdout).toContain("Revision 7 is published");
    expect(read(at.database, "SELECT name FROM token")).toBe("whole");
    expect(await redLines(at)).toEqual([]);
  });

  it.each([
    ["is cleaned up by the next change", ""],
    ["is finished by the next change if the new store was complete", ".restored"],
  ])("%s", async (_, whole) => {
    const { run, database } = await damageable();
    const left = [".restoring", ".restoring-wal", ".restoring-before", ".restoring-before-shm"];
    for (const name of left) writeFileSync(database + name, "left");
    if (whole) renameSync(database, database + whole);
    expect((await run("set", "--title", "Next")).stdout).toContain("Revision 7 is published");
    const ofStore = new RegExp(`^${basename(database)}|-\\d{4}-\\d\\d-\\d\\dT.*Z`, "g");
    const names = readdirSync(dirname(database)).map((name) => name.replace(ofStore, ""));
    const broken = whole ? [".broken", ".broken-shm"] : [];
    expect(names.sort()).toEqual(["", ...broken, ".last-known-good.json", ".lock"]);
  });
});
