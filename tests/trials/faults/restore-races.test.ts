import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readLastKnownGood } from "../../../data/cache/last-known-good.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { startService } from "../../support/service/service.ts";
import {
  type Damageable,
  damageable,
  garble,
  loseTokens,
  overwrite,
  readTexts,
  redLines,
} from "../../support/store/damage.ts";
import { removeStore } from "../../support/store/sqlite-file.ts";

/** To try more by hand: RESTORE_ROUNDS=50. */
const rounds = Number(process.env.RESTORE_ROUNDS ?? 3);

/** The revision that a command acknowledged, if it published. */
type Acknowledged = { number: number; text: string } | undefined;

async function acknowledged({ env }: Damageable, ...args: string[]): Promise<Acknowledged> {
  const { code, stdout, stderr } = await noticeProcess(env, [...args, "--json"]);
  if (code !== 0) {
    expect([code, stderr]).toEqual([expect.toBeOneOf([1, 3]), expect.stringMatching(/^.+\n$/)]);
    return undefined;
  }
  const { published, posted, revision, notice } = JSON.parse(stdout);
  return (published ?? posted) ? { number: revision, text: JSON.stringify(notice) } : undefined;
}

/** Expects that no acknowledged revision is lost, and that no number has two texts. */
async function expectNothingLost(at: Damageable, seen: Map<number, string>, all: Acknowledged[]) {
  const after = await readTexts(at);
  for (const [number, text] of after) expect([number, seen.get(number) ?? text]).toEqual([number, text]);
  expect(Math.max(...after.keys())).toBeGreaterThan(Math.max(...seen.keys()));
  // The last revision of a broken store is published again.
  const last = after.get(Math.max(...after.keys()));
  for (const done of all)
    if (done) expect([done.number, after.get(done.number) ?? last]).toEqual([done.number, done.text]);
  const numbers = all.flatMap((done) => (done ? [done.number] : []));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(seen.has(number)).toBe(false);
  const kept = readLastKnownGood(`${at.database}.last-known-good.json`);
  const { number = 0, notice } = kept ?? {};
  expect(seen.get(number) ?? after.get(number)).toBe(JSON.stringify(notice));
  expect(await redLines(at)).toEqual([]);
}

describe("Nothing acknowledged is lost, and no number has two texts, if at the same time", () => {
  it.each<[string, (database: string) => void, string[][]]>([
    ["two restore a broken store", garble, [["restore"], ["restore"]]],
    ["two restore a missing store", removeStore, [["restore"], ["restore"]]],
    [
      "one restores a broken store, and one publishes",
      loseTokens,
      [["restore"], ["set", "--title", "Meanwhile"]],
    ],
    [
      "one restores a missing store, and one creates it and publishes",
      removeStore,
      [["restore"], ["init"], ["set", "--title", "Meanwhile"]],
    ],
  ])("%s", async (_, breakStore, [one = [], other = [], then = []]) => {
    for (let round = 0; round < rounds; round += 1) {
      const store = await damageable();
      await startService({ DATABASE: store.database });
      const seen = await readTexts(store);
      breakStore(store.database);
      const withBackup = (args: string[]) => (args[0] === "restore" ? [...args, store.backup] : args);
      const second = async () => {
        // The second begins before, during or after the first.
        await sleep(Math.random() * 150);
        if (other[0] !== "init") return acknowledged(store, ...withBackup(other));
        await noticeProcess(store.env, other);
        return acknowledged(store, ...then);
      };
      const done = await Promise.all([acknowledged(store, ...withBackup(one)), second()]);
      await expectNothingLost(store, seen, done);
    }
  });
});

it.each([".lock", ".restoring-before", ".restoring", ".restoring-wal", ".restored", ".broken"])(
  "A restore that is killed once %s exists is cleaned up by the next change or restore",
  async (part) => {
    for (let round = 0; round < rounds; round += 1) {
      const at = await damageable();
      const { backup } = at;
      const name = basename(at.database);
      const seen = await readTexts(at);
      overwrite(at.database, 2);
      const child = spawn(process.execPath, ["scripts/bin.mjs", "restore", backup], { env: at.env });
      const watcher = watch(dirname(at.database), (_, found) => {
        if (found?.startsWith(name + part)) child.kill("SIGKILL");
      });
      await once(child, "exit");
      watcher.close();
      // A store that is still broken refuses the change.
      const next = round % 2 === 0 ? ["set", "--title", "Next"] : ["restore", backup];
      expect([0, 1]).toContain((await at.run(...next)).code);
      const names = readdirSync(dirname(at.database)).map((found) => found.replace(name, ""));
      const broken = names.filter((found) => found.startsWith(".broken"));
      expect(broken.length).toBeLessThanOrEqual(1);
      const usual = ["", "-wal", "-shm", ".last-known-good.json", ".lock", ...broken];
      // A later change removes the temporary files.
      const temporary = /\.json\..+\.tmp$|^\.backsoon-.+\.tmp$/;
      expect(names.filter((found) => !usual.includes(found) && !temporary.test(found))).toEqual([]);
      const restored = JSON.parse((await at.run("restore", backup, "--json")).stdout);
      expect(restored.notice.title).toMatch(/^Title [36]$|^Next$/);
      await expectNothingLost(at, seen, []);
    }
  },
);
