import { beforeAll, describe, expect, inject, it } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { notice } from "../../support/command/command.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { envFor, loginAt, newStore as newPlace } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";
import { sendVisitors, startNode, told } from "./support/node.ts";
import { killAll, signalAll } from "./support/processes.ts";

const cluster = sharedCluster({ binaries: inject("postgres").binaries });
beforeAll(() => sql(cluster().port, "CREATE ROLE reader LOGIN"));

/** A store, a proxy before it, and a role that may read it. */
async function newStore() {
  const { url, urlFor, schema, alter } = await newPlace(cluster().port);
  const grant = () => alter(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`);
  const revoke = () => alter(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM reader`);
  await alter(`GRANT USAGE ON SCHEMA ${schema} TO reader`);
  await grant();
  const proxy = await startDatabaseProxy(cluster().port);
  return { url, urlFor, grant, revoke, proxy, asReader: urlFor("reader", proxy.port) };
}

type Store = Awaited<ReturnType<typeof newStore>>;

/** Publishes without the proxy. */
async function publish(url: string, title: string): Promise<void> {
  const store = await postgresBackend(loginAt(url)).open();
  await store.append(draftWith({ title })).finally(() => store.close());
}

type Do = (store: Store) => unknown;
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
    await publish(store.url, "Two");
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
      proxy.decide((sent) =>
        sent.includes("LISTEN ")
          ? Buffer.from(sent.toString("latin1").replace("LISTEN", "LISTEM"), "latin1")
          : "pass",
      );
      return proxy.port;
    },
  ],
];

it.each(silent)("A node shows a change by its read each second %s", async (_name, begin) => {
  const port = await begin();
  const { url, urlFor } = await newStore();
  const node = await startNode(urlFor("postgres", port));
  const visitors = sendVisitors(node, ["Known", defaults.title, "Two"]);
  await visitors.untilShown(defaults.title);
  await publish(url, "Two");
  await visitors.untilShown("Two");
  await visitors.end();
  const set = await notice(envFor(url), ["set", "--title", "Three", "--wait", "1m"]);
  expect(set.stdout).toContain("on 1 of 1 node.");
});
