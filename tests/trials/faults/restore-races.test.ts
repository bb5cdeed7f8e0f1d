import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readLastKnownGood } from "../../../data/cache/last-known-good.ts";
import { removeStore } from "../../support/command/backed-up.ts";
import { noticeProcess } from "../../support/command/command.ts";
import {
  type Damageable,
  damageable,
  garble,
  overwrite,
  readTexts,
  redLines,
} from "../../support/store/damage.ts";

/** Fifty are tried by hand: RESTORE_ROUNDS=50. */
const rounds = Number(process.env.RESTORE_ROUNDS ?? 3);

/** What a command acknowledged: the number and the text that it published, if it did. */
type Acknowledged = { number: number; text: string } | undefined;

async function acknowledged({ at }: Damageable, ...args: string[]): Promise<Acknowledged> {
  const { code, stdout, stderr } = await noticeProcess(at.env, [...args, "--json"]);
  // Who cannot publish says so.
  if (code !== 0) expect([code, stderr]).toEqual([expect.toBeOneOf([1, 3]), expect.stringMatching(/^.+\n$/)]);
  if (code !== 0) return undefined;
  const { published, posted, revision, notice } = JSON.parse(stdout);
  return (published ?? posted) ? { number: revision, text: JSON.stringify(notice) } : undefined;
}

/** Does one thing a moment after another began: sometimes before, sometimes during, sometimes after it. */
async function together<T>(one: () => Promise<T>, other: () => Promise<T>): Promise<T[]> {
  return Promise.all([one(), sleep(Math.random() * 150).then(other)]);
}

/** Expects that nothing that was acknowledged is lost, and that no number has two texts, anywhere. */
async function expectNothingLost({ at }: Damageable, seen: Map<number, string>, all: Acknowledged[]) {
  const after = await readTexts(at);
  for (const [number, text] of after) expect([number, seen.get(number) ?? text]).toEqual([number, text]);
  expect(Math.max(...after.keys())).toBeGreaterThan(Math.max(...seen.keys()));
  // What a broken store had last, and the backup has not, is published again.
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

/** A page that only a token needs: changes get through to a store that has lost it. */
const tokenPage = 9;

describe("at the same time, nothing acknowledged is lost and no number has two texts:", () => {
  it.each<[string, (store: Damageable) => void, string[][]]>([
    ["two restore a store that is broken", ({ at }) => garble(at.database), [["restore"], ["restore"]]],
    ["two restore a store that is missing", ({ at }) => removeStore(at.database), [["restore"], ["restore"]]],
    [
      "one restores a broken store, and one publishes",
      ({ at }) => overwrite(at.database, tokenPage),
      [["restore"], ["set", "--title", "Meanwhile"]],
    ],
    [
      "one restores a missing store, and one makes it anew and publishes",
      ({ at }) => removeStore(at.database),
      [["restore"], ["init"], ["set", "--title", "Meanwhile"]],
    ],
  ])("%s", async (_, breakStore, [one = [], other = [], then = []]) => {
    for (let round = 0; round < rounds; round += 1) {
      const store = await damageable(true);
      const seen = await readTexts(store.at);
      breakStore(store);
      const withBackup = (args: string[]) => (args[0] === "restore" ? [...args, store.backup] : args);
      const done = await together(
        async () => [await acknowledged(store, ...withBackup(one))],
        async () => {
          if (other[0] !== "init") return [await acknowledged(store, ...withBackup(other))];
          await noticeProcess(store.at.env, other);
          return [await acknowledged(store, ...then)];
        },
      );
      await expectNothingLost(store, seen, done.flat());
    }
  });
});

describe("a restore that is killed", () => {
  it.each([".lock", ".restoring-before", ".restoring", ".restoring-wal", ".restored", ".broken"])(
    "once %s is there leaves nothing behind that the next change or restore does not remove",
    async (part) => {
      for (let round = 0; round < rounds; round += 1) {
        const { at, backup, service } = await damageable(false);
        const seen = await readTexts(at);
        overwrite(at.database, 2);
        const restore = ["scripts/bin.mjs", "restore", backup];
        await killed(at.database, part, spawn(process.execPath, restore, { env: at.env }));
        // Where the store is still broken, it takes no change.
        const next = round % 2 === 0 ? ["set", "--title", "Next"] : ["restore", backup];
        expect([0, 1]).toContain((await at.run(...next)).code);
        const names = readdirSync(dirname(at.database)).map((name) =>
          name.replace(basename(at.database), ""),
        );
        const before = names.filter((name) => name.startsWith(".broken"));
        expect(before.length).toBeLessThanOrEqual(1);
        const usual = ["", "-wal", "-shm", ".last-known-good.json", ".lock", ...before];
        // Of the last known good notice, a later change removes it. What tries the disk is empty, for two system calls.
        const left = names.filter(
          (name) => !usual.includes(name) && !/\.json\..+\.tmp$|^\.backsoon-.+\.tmp$/.test(name),
        );
        expect(left).toEqual([]);
        const restored = JSON.parse((await at.run("restore", backup, "--json")).stdout);
        expect(restored.notice.title).toMatch(/^Title [36]$|^Next$/);
        await expectNothingLost({ at, backup, service }, seen, []);
      }
    },
  );
});

/** Kills a process as soon as there is a file beside a store whose name goes on like this. */
async function killed(database: string, part: string, child: ChildProcess): Promise<void> {
  const watcher = watch(dirname(database), (_, name) => {
    if (name?.startsWith(basename(database) + part)) child.kill("SIGKILL");
  });
  await once(child, "exit");
  watcher.close();
}
