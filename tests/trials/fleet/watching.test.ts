import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { notice } from "../../support/command/command.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { envFor, loginAt, newStore as newPlace } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";
import { startNode } from "./support/node.ts";
import { sendVisitors } from "./support/visitors.ts";

/** The processor time that a turn of the event loop may take, in ms. */
const maxTurnMs = 50;

const cluster = sharedCluster({ binaries: inject("postgres").binaries });
beforeAll(() => sql(cluster().port, "CREATE ROLE reader LOGIN"));

/** A store, a proxy before it, and a role that may read it. */
async function newStore() {
  const { url, schema, alter } = await newPlace(cluster().port, { title: "Stored" });
  const grant = () => alter(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`);
  const revoke = () => alter(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM reader`);
  await alter(`GRANT USAGE ON SCHEMA ${schema} TO reader`);
  await grant();
  const proxy = await startDatabaseProxy(cluster().port);
  const asReader = url.replace(String(cluster().port), String(proxy.port)).replace("postgres@", "reader@");
  return { url, grant, revoke, proxy, asReader };
}

type Store = Awaited<ReturnType<typeof newStore>>;

/** Publishes without the proxy. */
async function publish(url: string, title: string): Promise<void> {
  const store = await postgresBackend(loginAt(url)).open();
  await store.append(draftWith({ title })).finally(() => store.close());
}

interface Fault {
  begin(store: Store): unknown;
  mend(store: Store): unknown;
  /** How long the fault lasts after it was noticed, in ms. */
  lastsMs?: number;
}

const faults: Record<string, Fault> = {
  "a fast restart": { begin: () => cluster().end("SIGINT"), mend: () => cluster().start() },
  "an immediate restart": { begin: () => cluster().end("SIGQUIT"), mend: () => cluster().start() },
  "kill -9 of all processes": { begin: () => cluster().kill(), mend: () => cluster().start() },
  "a stopped database": {
    begin: () => cluster().signal("SIGSTOP"),
    mend: () => cluster().signal("SIGCONT"),
    lastsMs: 6000,
  },
  "a network that forwards nothing": {
    begin: ({ proxy }) => proxy.freeze(true),
    mend: ({ proxy }) => proxy.freeze(false),
    lastsMs: 20_000,
  },
  "a role that may no longer read": {
    begin: ({ revoke }) => revoke(),
    mend: ({ grant }) => grant(),
  },
};

describe("A node", () => {
  it.each(Object.entries(faults))(
    "keeps its notice, logs once and recovers after %s",
    async (_name, fault) => {
      const { begin, mend, lastsMs = 500 } = fault;
      const store = await newStore();
      const node = await startNode(store.asReader);
      const visitors = sendVisitors(node, ["Known", "Stored", "Two"]);
      await visitors.until("up");
      await visitors.untilShown("Stored");
      const before = node.told();

      await begin(store);
      await visitors.until("down");
      await sleep(lastsMs);
      await visitors.until("down");
      await mend(store);
      await visitors.until("up");
      await publish(store.url, "Two");
      await visitors.untilShown("Two");
      await expect.poll(() => node.told()).toEqual({ down: before.down + 1, up: before.up + 1 });
      const seen = { ...(await visitors.end()), ...(await node.pauses()) };
      expect(seen.visits).toBeGreaterThan(0);
      expect(seen.processorMs).toBeLessThan(maxTurnMs);
    },
  );
});

/** Connections on which a node gets no notifications. */
const silent: Record<string, () => Promise<number>> = {
  "behind PgBouncer": () => startBouncer(cluster().port),
  "if LISTEN is refused": async () => {
    const proxy = await startDatabaseProxy(cluster().port);
    const refused = (sent: Buffer) =>
      Buffer.from(sent.toString("latin1").replace("LISTEN", "LISTEM"), "latin1");
    proxy.decide((sent) => (sent.includes("LISTEN ") ? refused(sent) : "pass"));
    return proxy.port;
  },
};

describe("A node without notifications", () => {
  it.each(Object.entries(silent))("shows a change by its read each second: %s", async (_name, begin) => {
    const port = await begin();
    const { url } = await newStore();
    const node = await startNode(url.replace(String(cluster().port), String(port)));
    const visitors = sendVisitors(node, ["Known", "Stored", "Two"]);
    await visitors.untilShown("Stored");
    await publish(url, "Two");
    await visitors.untilShown("Two");
    await visitors.end();
    expect((await notice(envFor(url), ["set", "--title", "Three", "--wait", "1m"])).stdout).toContain(
      "on 1 of 1 node.",
    );
  });
});
