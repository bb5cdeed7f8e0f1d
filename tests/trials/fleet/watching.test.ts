import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { hashOf } from "../../../schema/notice/hash.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { notice } from "../../support/command/command.ts";
import { patient } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { envFor, newStore as newPlace, opened } from "../../support/postgres/schema.ts";
import { connected, sql } from "../../support/postgres/sql.ts";
import { watching } from "../../support/postgres/watching.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";
import { sendVisitors, startNode, told } from "./support/node.ts";
import { killAll, signalAll } from "./support/processes.ts";

const cluster = sharedCluster({ binaries: inject("postgres").binaries });
beforeAll(() => sql(cluster().port, "CREATE ROLE reader LOGIN"));

/** A store, a proxy before it, and a role that may read it. */
async function newStore() {
  const { url, urlFor, schema, alter, backend } = await newPlace(cluster().port);
  const grant = () => alter(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`);
  const revoke = () => alter(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM reader`);
  await alter(`GRANT USAGE ON SCHEMA ${schema} TO reader`);
  await grant();
  const proxy = await startDatabaseProxy(cluster().port);
  /** Publishes without the proxy. */
  const publish = async (title: string) => (await opened(backend.open())).append(draftWith({ title }));
  return { url, urlFor, grant, revoke, publish, proxy, asReader: urlFor("reader", proxy.port) };
}

type Do = (store: Awaited<ReturnType<typeof newStore>>) => unknown;
const start: Do = () => cluster().start();
const faults: [string, fail: Do, repair: Do][] = [
  ["a fast restart of the database", () => cluster().end("SIGINT"), start],
  ["an immediate restart of the database", () => cluster().end("SIGQUIT"), start],
  ["kill -9 of all processes of the database", () => killAll(cluster()), start],
  ["a stopped database", () => signalAll(cluster(), "SIGSTOP"), () => signalAll(cluster(), "SIGCONT")],
  ["a network that forwards nothing", ({ proxy }) => proxy.freeze(true), ({ proxy }) => proxy.freeze(false)],
  ["a role that may no longer read", ({ revoke }) => revoke(), ({ grant }) => grant()],
];

describe("A node", () => {
  it.each(faults)("keeps its notice, logs once and recovers after %s", async (_name, fail, repair) => {
    const store = await newStore();
    const node = await startNode(store.asReader);
    const visitors = sendVisitors(node, ["Known", defaults.title, "Two"]);
    await visitors.until("up");
    await visitors.untilShown(defaults.title);
    const before = told(node);
    await fail(store);
    await visitors.until("down");
    await repair(store);
    await visitors.until("up");
    await store.publish("Two");
    await visitors.untilShown("Two");
    await expect.poll(() => told(node)).toEqual({ down: before.down + 1, up: before.up + 1 });
    await visitors.end();
  });
});

/** Connections on which a node gets no notifications. Each begins and returns its port. */
const silent: [string, () => Promise<number>][] = [
  ["behind PgBouncer", () => startBouncer(cluster().port)],
  [
    "if LISTEN is refused",
    async () => {
      const proxy = await startDatabaseProxy(cluster().port);
      const misspell = (sent: Buffer) => sent.toString("latin1").replace("LISTEN ", "LISTEM ");
      proxy.decide((sent) => Buffer.from(misspell(sent), "latin1"));
      return proxy.port;
    },
  ],
];

it.each(silent)("A node shows a change by its read each second %s", async (_name, begin) => {
  const port = await begin();
  const { url, urlFor, publish } = await newStore();
  const node = await startNode(urlFor("postgres", port));
  const visitors = sendVisitors(node, ["Known", defaults.title, "Two"]);
  await visitors.untilShown(defaults.title);
  await publish("Two");
  await visitors.untilShown("Two");
  await visitors.end();
  const set = await notice(envFor(url), ["set", "--title", "Three", "--wait", "1m"]);
  expect(set.stdout).toContain("on 1 of 1 node.");
});

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
    const { url, schema, alter, backend } = await newPlace(cluster().port);
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
