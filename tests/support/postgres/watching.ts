import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, onTestFinished, vi } from "vitest";
import { watchPostgres } from "../../../data/postgres/watch/watcher.ts";
import type { NoticeWatcher, WatchOptions } from "../../../data/store.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { sumOf } from "../../../schema/notice/sum.ts";
import { patient } from "../patient.ts";
import { noticeWith } from "../texts/notices.ts";
import { loginAt, type newSchema } from "./schema.ts";

/** Watches a store until the test ends; what it gave last is the last of the numbers. */
export async function watching(url: string, options: WatchOptions = {}, file?: string) {
  const numbers: number[] = [];
  const look = (): void => {
    try {
      const revision = watcher?.poll();
      if (revision) numbers.push(revision.number);
    } catch {
      // On a busy machine, the first answer may be late.
    }
  };
  let watcher: NoticeWatcher | undefined;
  watcher = await watchPostgres(loginAt(url), { ...options, changed: look }, file);
  onTestFinished(() => watcher?.close());
  look();
  return {
    watcher,
    until: (number: number) => vi.waitFor(() => expect(numbers.at(-1)).toBe(number), patient),
  };
}

/** A row that is swept as soon as nobody holds it. */
const gone = randomUUID();

/** What somebody may hold in an open transaction of what a node reports in. */
export const holds: [name: string, sql: string][] = [
  ["its own row", "SELECT FROM instance WHERE label = 'here' FOR UPDATE"],
  ["a row that is being deleted", `DELETE FROM instance WHERE id = '${gone}'`],
  ["every row", "SELECT FROM instance FOR UPDATE"],
  ["the whole table", "LOCK TABLE instance IN ACCESS EXCLUSIVE MODE"],
];

/** Expects one process that is there and one that comes to follow a store with one revision meanwhile, and to report after. */
export async function followWhileHeld(
  port: number,
  { url, schema, alter, backend }: ReturnType<typeof newSchema>,
  hold: string,
): Promise<void> {
  const told: string[] = [];
  const unreported = (error: unknown) => void told.push((error as Error).message);
  const publish = async (number: number) => {
    const notice = noticeWith({ title: `Number ${number}` });
    const values = [number, serialize(notice), sumOf(notice), "eve", "2026-11-21T10:00:00.000Z", number];
    await alter(`INSERT INTO revision VALUES ('${values.join("', '")}')`);
    return sumOf(notice);
  };
  const before = await watching(url, { unreported });
  await before.until(1);
  const holder = new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await holder.connect();
  onTestFinished(() => holder.end());
  const begin = `BEGIN; SET LOCAL search_path = ${schema}`;
  // At once, as the next report sweeps it.
  await holder.query(`${begin}; INSERT INTO instance (id, label, revision, sha256, seen_at)
    VALUES ('${gone}', 'gone', 0, '', clock_timestamp() - interval '3 days'); COMMIT; ${begin}; ${hold}`);

  const after = await watching(url, { unreported });
  await after.until(1);
  const sum = await publish(2);
  const store = await backend.read();
  const { storeId } = store;
  await store.close();
  for (const { watcher, until } of [before, after]) {
    await until(2);
    watcher.show?.({ number: 2, sum, storeId });
  }
  await publish(3);
  for (const { until } of [before, after]) await until(3);
  for (const message of told)
    expect(message).toMatch(/^An open transaction at .* blocks this node's report /);

  // What was held up is made good as soon as it can be.
  await holder.query("ROLLBACK");
  const reported = async () =>
    expect(await alter("SELECT revision::int FROM instance WHERE label = 'here'")).toEqual([
      { revision: 2 },
      { revision: 2 },
    ]);
  await vi.waitFor(reported, patient);
}
