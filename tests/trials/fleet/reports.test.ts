import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { hashOf } from "../../../schema/notice/hash.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { patient } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newStore } from "../../support/postgres/schema.ts";
import { connected } from "../../support/postgres/sql.ts";
import { watching } from "../../support/postgres/watching.ts";
import { noticeWith } from "../../support/texts/notices.ts";

const cluster = sharedCluster({ binaries: inject("postgres").binaries });

/** A row that the next report removes, unless a transaction locks it. */
const gone = randomUUID();

it.each([
  ["its own row", "SELECT FROM instance WHERE label = 'here' FOR UPDATE"],
  ["a row that is being deleted", `DELETE FROM instance WHERE id = '${gone}'`],
  ["every row", "SELECT FROM instance FOR UPDATE"],
  ["the whole table", "LOCK TABLE instance IN ACCESS EXCLUSIVE MODE"],
])(
  "A node follows changes while a transaction locks its reports, and reports later: %s",
  async (_name, hold) => {
    const { url, schema, alter, backend } = await newStore(cluster().port);
    const told: string[] = [];
    const unreported = (error: unknown) => void told.push((error as Error).message);
    const publish = async (number: number) => {
      const notice = noticeWith({ title: `Number ${number}` });
      const values = [number, serialize(notice), hashOf(notice), "eve", "2026-11-21T10:00:00.000Z", number];
      await alter(`INSERT INTO revision VALUES ('${values.join("', '")}')`);
      return hashOf(notice);
    };
    const before = await watching(url, { unreported });
    await before.until(1);
    const begin = `BEGIN; SET LOCAL search_path = ${schema}`;
    // In one query, as the next report removes the row that is gone.
    const holder = await connected(
      cluster().port,
      `${begin}; INSERT INTO instance (id, label, revision, sha256, seen_at)
    VALUES ('${gone}', 'gone', 0, '', clock_timestamp() - interval '3 days'); COMMIT; ${begin}; ${hold}`,
    );

    const after = await watching(url, { unreported });
    await after.until(1);
    const hash = await publish(2);
    const { storeId, close } = await backend.read();
    await close();
    for (const { watcher, until } of [before, after]) {
      await until(2);
      watcher.show?.({ number: 2, hash, storeId });
    }
    await publish(3);
    for (const { until } of [before, after]) await until(3);
    for (const message of told)
      expect(message).toMatch(/^An open transaction at .* blocks this node's report /);

    await holder.query("ROLLBACK");
    const reported = () => alter("SELECT revision::int FROM instance WHERE label = 'here'");
    await expect.poll(reported, patient).toEqual([{ revision: 2 }, { revision: 2 }]);
  },
);
