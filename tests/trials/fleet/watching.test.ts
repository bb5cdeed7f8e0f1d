import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type Cluster, startCluster } from "../../support/postgres/cluster.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { loginAt, newSchemaUrl } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";
import { startNode } from "./support/node.ts";
import { sendVisitors } from "./support/visitors.ts";

const { binaries, bouncer: program } = inject("postgres");
/** The most processor time that a turn of the event loop may take, in ms. */
const maxTurnMs = 50;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(binaries, ["fsync=off"]);
  await sql(cluster.port, "CREATE ROLE reader LOGIN");
});
afterAll(() => cluster.remove());

/** A store with a way to it, and a role that may read it. */
async function newStore() {
  const url = newSchemaUrl(cluster.port);
  const schema = new URL(url).searchParams.get("schema") ?? "";
  await postgresBackend(loginAt(url)).create({ ...draftWith({ title: "Stored" }), number: 1 });
  const alter = (text: string) => sql(cluster.port, text.replaceAll("AT", schema));
  await alter("GRANT USAGE ON SCHEMA AT TO reader; GRANT ALL ON ALL TABLES IN SCHEMA AT TO reader");
  const proxy = await startDatabaseProxy(cluster.port);
  onTestFinished(() => proxy.close());
  const asReader = url.replace(String(cluster.port), String(proxy.port)).replace("postgres@", "reader@");
  return { url, alter, proxy, asReader };
}

type Store = Awaited<ReturnType<typeof newStore>>;

/** Publishes past a node's own way to the database. */
async function publish(url: string, title: string): Promise<void> {
  const store = await postgresBackend(loginAt(url)).open();
  await store.append(draftWith({ title })).finally(() => store.close());
}

interface Fault {
  begin(store: Store): unknown;
  mend(store: Store): unknown;
  /** How long it lasts once it has been noticed, in ms. */
  lastsMs?: number;
}

const faults: Record<string, Fault> = {
  "a fast restart": { begin: () => cluster.end("SIGINT"), mend: () => cluster.start() },
  "an immediate restart": { begin: () => cluster.end("SIGQUIT"), mend: () => cluster.start() },
  "kill -9 of all of it": { begin: () => cluster.kill(), mend: () => cluster.start() },
  "a database that is stopped": {
    begin: () => cluster.signal("SIGSTOP"),
    mend: () => cluster.signal("SIGCONT"),
    lastsMs: 6000,
  },
  "a way that forwards nothing any more": {
    begin: ({ proxy }: { proxy: DatabaseProxy }) => proxy.freeze(true),
    mend: ({ proxy }) => proxy.freeze(false),
    lastsMs: 20_000,
  },
  "a role that may no longer read": {
    begin: ({ alter }) => alter("REVOKE ALL ON ALL TABLES IN SCHEMA AT FROM reader"),
    mend: ({ alter }) => alter("GRANT ALL ON ALL TABLES IN SCHEMA AT TO reader"),
  },
};

describe("a node whose database has", () => {
  it.each(Object.entries(faults))("%s shows what it has, says so once, and goes on", async (_name, fault) => {
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
    // What is down stays down until it is mended.
    await visitors.until("down");
    await mend(store);
    await visitors.until("up");
    await publish(store.url, "Two");
    await visitors.untilShown("Two");
    await expect.poll(() => node.told()).toEqual({ down: before.down + 1, up: before.up + 1 });
    const seen = { ...(await visitors.end()), ...(await node.pauses()) };
    expect(seen.visits).toBeGreaterThan(0);
    expect(seen.processorMs).toBeLessThan(maxTurnMs);
  });
});

/** Ways to a database on which it tells of nothing by itself. */
const silent: Record<string, () => Promise<number>> = {
  "through PgBouncer": async () => {
    const bouncer = await startBouncer(program, cluster.port);
    onTestFinished(() => bouncer.remove());
    return bouncer.port;
  },
  "where LISTEN is refused": async () => {
    const proxy = await startDatabaseProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const refused = (sent: Buffer) =>
      Buffer.from(sent.toString("latin1").replace("LISTEN", "LISTEM"), "latin1");
    proxy.decide((sent) => (sent.includes("LISTEN ") ? refused(sent) : "pass"));
    return proxy.port;
  },
};

describe("a change is shown by the read of each second", () => {
  it.each(Object.entries(silent))("%s", async (_name, begin) => {
    const port = await begin();
    const { url } = await newStore();
    const node = await startNode(url.replace(String(cluster.port), String(port)));
    const visitors = sendVisitors(node, ["Known", "Stored", "Two"]);
    await visitors.untilShown("Stored");
    await publish(url, "Two");
    await visitors.untilShown("Two");
    await visitors.end();
    const env = { ...process.env, DATABASE: url, STATE_DIR: temporaryFolder() };
    expect((await notice(env, ["set", "--title", "Three", "--wait", "1m"])).stdout).toContain(
      "on 1 of 1 node.",
    );
  });
});
