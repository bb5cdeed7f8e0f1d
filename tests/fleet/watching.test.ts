import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { readInstallation } from "../../schema/settings/installation.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { sql } from "../support/postgres/admin.ts";
import { startBouncer } from "../support/postgres/bouncer.ts";
import { type Cluster, startCluster } from "../support/postgres/cluster.ts";
import { newSchemaUrl, placeAt } from "../support/postgres/place.ts";
import { type PostgresProxy, startProxy } from "../support/postgres/proxy.ts";
import { watched } from "../support/postgres/watched.ts";
import { serveHere } from "../support/service/service-here.ts";
import { draftWith, keptWith } from "../support/texts/notices.ts";

const { binaries, bouncer: program } = inject("postgres");

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(binaries, ["fsync=off"]);
});
afterAll(() => cluster.remove());

/** A node that remembers a notice of revision 1. */
async function startNode(DATABASE: string) {
  const settings = { DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME: "a" };
  writeFileSync(readInstallation(settings).lastKnownGood, JSON.stringify(keptWith({ title: "Known" })));
  return serveHere(settings);
}

/** Publishes past a node's own way to the database. */
async function publish(url: string, title: string): Promise<void> {
  const store = await postgresBackend(placeAt(url)).open();
  await store.append(draftWith({ title })).finally(() => store.close());
}

interface Fault {
  begin(cluster: Cluster, proxy: PostgresProxy): Promise<void> | void;
  mend(cluster: Cluster, proxy: PostgresProxy): Promise<void> | void;
}

const faults: Record<string, Fault> = {
  "a fast restart": { begin: () => cluster.end("SIGINT"), mend: () => cluster.start() },
  "an immediate restart": { begin: () => cluster.end("SIGQUIT"), mend: () => cluster.start() },
  "kill -9 of all of it": { begin: () => cluster.kill(), mend: () => cluster.start() },
  "a database that is stopped": {
    begin: () => cluster.signal("SIGSTOP"),
    mend: () => cluster.signal("SIGCONT"),
  },
  "a way that forwards nothing any more": {
    begin: (_cluster, proxy) => proxy.freeze(true),
    mend: (_cluster, proxy) => proxy.freeze(false),
  },
  "a role that may no longer read": {
    begin: () => grant("REVOKE ALL ON ALL TABLES IN SCHEMA AT FROM reader"),
    mend: () => grant("GRANT ALL ON ALL TABLES IN SCHEMA AT TO reader"),
  },
};

let schema = "";
async function grant(text: string): Promise<void> {
  await sql(cluster.port, text.replace("AT", schema));
}

describe("a node whose database has", () => {
  it.each(Object.entries(faults))("%s shows what it has, says so, and goes on", async (name, fault) => {
    const url = newSchemaUrl(cluster.port);
    schema = new URL(url).searchParams.get("schema") ?? "";
    await postgresBackend(placeAt(url)).create({ ...draftWith({ title: "Stored" }), number: 1 });
    await sql(
      cluster.port,
      `DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
       GRANT USAGE ON SCHEMA ${schema} TO reader; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`,
    );
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const way = url.replace(String(cluster.port), String(proxy.port)).replace("postgres@", "reader@");
    const node = await startNode(way);
    const visitors = watched(node, ["Known", "Stored", "Two"]);
    await visitors.until("up");
    await visitors.untilShown("Stored");

    await fault.begin(cluster, proxy);
    const noticed = await visitors.until("down");
    // What is down stays down until it is mended.
    await sleep(500);
    await fault.mend(cluster, proxy);
    const healed = await visitors.until("up");
    await publish(url, "Two");
    const shown = await visitors.untilShown("Two");
    const { visits, pauseMs } = await visitors.end();
    report.push({ name, noticed, healed, shown, visits, pauseMs });
    expect(visits).toBeGreaterThan(20);
  });
});

/** What a peer says that is none of PostgreSQL's, or not all of it. */
const peers: Record<string, (socket: Socket) => void> = {
  "says nothing": () => {},
  "hangs up": (socket) => socket.destroy(),
  "says nonsense": (socket) => socket.write(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(20))),
  // An error whose fields do not end: whoever reads it reads on for ever.
  "says what has no end in itself": (socket) => socket.write(Buffer.from("E\0\0\0\u0006Sx", "latin1")),
  "says half an answer": (socket) =>
    socket.write(Buffer.from("R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005IT\0\0\u0001\0", "latin1")),
  "never stops": (socket) => {
    const more = Buffer.from(
      `R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005ID\x7f\xff\xff\xff${"x".repeat(65_536)}`,
      "latin1",
    );
    const write = (): void => {
      while (socket.writable && socket.write(more));
    };
    socket.on("drain", write);
    write();
  },
};

describe("a node in front of a peer that", () => {
  it.each(Object.entries(peers))("%s answers visitors as ever", async (name, speak) => {
    const sockets = new Set<Socket>();
    let connections = 0;
    const peer = createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      socket.once("data", () => speak(socket));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      peer.close();
      for (const socket of sockets) socket.destroy();
    });
    await new Promise((resolve) => peer.once("listening", resolve));
    const { port } = peer.address() as AddressInfo;
    const node = await startNode(newSchemaUrl(port));
    const visitors = watched(node, ["Known"]);
    const noticed = await visitors.until("down");
    // A thread that hangs is replaced, and the next one tries again.
    await expect.poll(() => connections).toBeGreaterThan(1);
    await visitors.until("down");
    const { visits, pauseMs } = await visitors.end();
    report.push({ name, noticed, visits, pauseMs });
    expect(visits).toBeGreaterThan(20);
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
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const refused = (sent: Buffer) =>
      Buffer.from(sent.toString("latin1").replace("LISTEN", "LISTEM"), "latin1");
    proxy.decide((sent) => (sent.includes("LISTEN ") ? refused(sent) : "pass"));
    return proxy.port;
  },
};

describe("a change is shown by the read of each second", () => {
  it.each(Object.entries(silent))("%s", async (name, begin) => {
    const port = await begin();
    const url = newSchemaUrl(cluster.port);
    await postgresBackend(placeAt(url)).create({ ...draftWith({ title: "Stored" }), number: 1 });
    const node = await startNode(url.replace(String(cluster.port), String(port)));
    const visitors = watched(node, ["Known", "Stored", "Two"]);
    await visitors.untilShown("Stored");
    await publish(url, "Two");
    const shown = await visitors.untilShown("Two");
    report.push({ name, shown, ...(await visitors.end()) });
    const env = { ...process.env, DATABASE: url, STATE_DIR: temporaryFolder() };
    expect((await notice(env, ["set", "--title", "Three", "--wait", "1m"])).stdout).toContain(
      "on 1 of 1 node.",
    );
  });
});

interface Seen {
  name: string;
  noticed?: number;
  healed?: number;
  shown?: number;
  visits: number;
  pauseMs: number;
}

const report: Seen[] = [];

describe("what was seen", () => {
  it("is said", async ({ annotate }) => {
    for (const { name, ...seen } of report) {
      const words = Object.entries(seen).map(([what, count]) => `${what} ${count}`);
      await annotate(`${name}: ${words.join(", ")}`);
    }
  });
});
