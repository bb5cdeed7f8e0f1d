import { chmodSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { readiness } from "../../support/service/service.ts";
import {
  type Damageable,
  damageable,
  expectRepair,
  garble,
  overwrite,
  readTexts,
  redLines,
} from "../../support/store/damage.ts";
import { tamper } from "../../support/store/forged-backup.ts";
import { read } from "../../support/store/sqlite-file.ts";

/** What is beside a store, by what its name has after the store's. */
const beside = ({ at: { database } }: Damageable) =>
  readdirSync(dirname(database)).map((name) => name.replace(basename(database), ""));

async function restored({ at, backup }: Damageable) {
  return JSON.parse((await at.run("restore", backup, "--json")).stdout);
}

describe("notice restore repairs", () => {
  it("a store that has lost its tokens: it lies beside the backup, and visitors keep their text", async () => {
    const store = await damageable(false);
    const before = await readTexts(store.at);
    const root = Number(read(store.at.database, "SELECT rootpage FROM sqlite_schema WHERE name = 'token'"));
    overwrite(store.at.database, root);
    const broken = readFileSync(store.at.database);
    expect(await redLines(store.at)).toEqual([
      expect.stringMatching(
        /^FAILURE integrity: .* restore a backup with `npx notice restore FILE`, which moves the broken store/,
      ),
    ]);
    const { revision, aside, lost, notice } = await restored(store);
    expect([revision, lost, notice.title]).toEqual([7, [4, 6], "Title 6"]);
    const after = await readTexts(store.at);
    expect([...after.keys()]).toEqual([7, 3, 2, 1]);
    expect(after.get(7)).toBe(before.get(6));
    expect(await redLines(store.at)).toEqual([]);
    expect(aside).toMatch(/\.broken-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(readFileSync(aside)).toEqual(broken);
  });

  it("a store that garbage was written over while a service has it open", async () => {
    const store = await damageable(true);
    const { at, service } = store;
    expect(await readiness(service ?? { url: "" })).toMatchObject({ store: "up", revision: 6 });
    garble(at.database);
    expect(await readiness(service ?? { url: "" })).toMatchObject({ store: "down", revision: 6 });
    const refusal = expect.stringMatching(
      /^\S+ is not a notice store \(it is not a SQLite file\): .*restore FILE/,
    );
    expect(await at.run("set", "--title", "On")).toMatchObject({ code: 1, stderr: refusal });
    expect(await restored(store)).toMatchObject({ revision: 7, notice: { title: "Title 6" } });
    expect((await at.run("set", "--title", "On")).stdout).toContain("Revision 8 is published");
  });

  it("a store that has lost the end of its history, which comes back, tokens and all", async () => {
    const { at, backup } = await damageable(false);
    const copy = join(temporaryFolder(), "whole.db");
    expect((await at.run("backup", copy)).code).toBe(0);
    tamper(at.database, (db) => db.exec("DELETE FROM revision WHERE revision > 2"));
    const before = await at.run("token", "list");
    expect(await at.run("restore", copy, "--if-revision", "1")).toMatchObject({ code: 3 });
    expect((await at.run("restore", copy)).stdout).toMatch(/^Revision 6 is published: .*whole history/);
    expect([...(await readTexts(at)).keys()]).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await at.run("token", "list")).toEqual(before);
    // One of another history is a change like any other.
    expect((await at.run("restore", backup)).stdout).toContain("Revision 7 is published.");
    expect(await redLines(at)).toEqual([]);
  });

  const broken: [string, (file: string) => void][] = [
    ["that was cut off", (file) => writeFileSync(file, readFileSync(file).subarray(0, 12_288))],
    [
      "with a text that is not what was stored",
      (file) => tamper(file, (db) => db.exec("UPDATE revision SET body = replace(body, 'Title', 'Tidle')")),
    ],
  ];
  it.each(broken)(
    "a store %s, which only its owner may read, and gives nobody else the new one",
    async (_name, breakIt) => {
      const store = await damageable(breakIt === broken[0]?.[1]);
      chmodSync(store.at.database, 0o600);
      await expectRepair(store, breakIt);
      expect(statSync(store.at.database).mode & 0o777).toBe(0o600);
    },
  );
});

describe("what a killed restore has left", () => {
  it("is finished without the log of the old store, which would be taken for the new one's", async () => {
    const { at } = await damageable(false);
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
    expect(await redLines({ run: at.run })).toEqual([]);
  });

  it.each([
    ["is removed by the next change", ""],
    ["is finished by the next change, where the new store was whole", ".restored"],
  ])("%s", async (_, whole) => {
    const store = await damageable(false);
    const { database } = store.at;
    const left = [".restoring", ".restoring-wal", ".restoring-before", ".restoring-before-shm"];
    for (const name of left) writeFileSync(database + name, "left");
    if (whole) renameSync(database, database + whole);
    expect((await store.at.run("set", "--title", "Next")).stdout).toContain("Revision 7 is published");
    const names = beside(store).map((name) => name.replace(/-\d{4}-\d\d-\d\dT.*Z/, ""));
    expect(names.sort()).toEqual(
      ["", ".last-known-good.json", ".lock", ...(whole ? [".broken", ".broken-shm"] : [])].sort(),
    );
  });
});
