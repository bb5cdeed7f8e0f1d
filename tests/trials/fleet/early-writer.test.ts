import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { notice } from "../../support/command/command.ts";
import { patient } from "../../support/patient.ts";
import {
  type Cluster,
  ordinary,
  ordinaryFolder,
  runCluster,
  startCluster,
} from "../../support/postgres/cluster.ts";
import { envFor } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { readiness, type Service } from "../../support/service/service.ts";
import { startNode } from "./support/node.ts";

const { binaries } = inject("postgres");
/** Delays of the writer after the promotion, in ms. In most, the nodes are not back yet. */
const delaysMs = [0, 100, 200, 400, 600, 800, 1100, 1500, 2200, 3000];

/** A server that replicates another and can be promoted. */
async function startStandby({ port }: Cluster): Promise<Cluster> {
  const folder = ordinaryFolder();
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const how = ["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
  const options = { ...ordinary, cwd: folder.path, stdio: "ignore" } as const;
  execFileSync(join(binaries, "pg_basebackup"), ["-D", join(folder.path, "data"), ...from, ...how], options);
  return runCluster(binaries, folder, ["fsync=off"]);
}

/** A primary with a store, and a standby whose replication a test can stop. */
async function startLagging() {
  const primary = await startCluster(binaries, ["fsync=off"]);
  onTestFinished(() => primary.remove());
  const standby = await startStandby(primary);
  onTestFinished(() => standby.remove());
  // The standby comes first, and is used only once it is promoted.
  const DATABASE = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const env = envFor(DATABASE);
  const run = (...args: string[]) => notice(env, args);
  expect(await run("init")).toMatchObject({ code: 0, stderr: "" });
  return {
    DATABASE,
    primary,
    run,
    /** Stops replication once the standby has so many revisions. */
    async cutOff(revisions: number) {
      const count = "SELECT count(*)::int AS count FROM backsoon.revision";
      const received = async () => {
        expect(await sql(standby.port, count)).toEqual([{ count: revisions }]);
        // The standby knows both nodes.
        expect(await sql(standby.port, "SELECT FROM backsoon.instance")).toHaveLength(2);
      };
      await vi.waitFor(received, patient);
      await sql(standby.port, "ALTER SYSTEM SET primary_conninfo = ''");
      await sql(standby.port, "SELECT pg_reload_conf()");
      const senders = () => sql(primary.port, "SELECT pid FROM pg_stat_replication");
      await expect.poll(senders, patient).toEqual([]);
    },
    promote: () => sql(standby.port, "SELECT pg_promote()"),
  };
}

/** Sends visitors to nodes, and counts how often a node showed an earlier revision than before. */
function witness(nodes: Service[]) {
  const seen = new Set<number>();
  let [isOver, backwards] = [false, 0];
  const visiting = Promise.all(
    nodes.map(async ({ url }) => {
      for (let last = 0; !isOver; await sleep(5)) {
        const response = await fetch(`${url}/api/notice`);
        const number = Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0]);
        if (number < last) backwards += 1;
        last = number;
        seen.add(number);
      }
    }),
  );
  onTestFinished(() => {
    isOver = true;
  });
  return {
    seen,
    async end(): Promise<number> {
      isOver = true;
      await visiting;
      return backwards;
    },
  };
}

it("A change right after a promotion reaches every node, and no node goes back", async () => {
  for (const delayMs of delaysMs) {
    const { DATABASE, primary, run, cutOff, promote } = await startLagging();
    expect(await run("set", "--title", "Two")).toMatchObject({ code: 0 });
    const nodes = [await startNode(DATABASE), await startNode(DATABASE, { NODE_NAME: "b" })];
    await cutOff(2);
    const visitors = witness(nodes);
    expect((await run("set", "--title", "Three", "--wait", "1m")).stdout).toContain("on 2 of 2 nodes.");
    await expect.poll(() => visitors.seen.has(3), patient).toBe(true);
    await primary.kill();
    await promote();
    await sleep(delayMs);
    // From a machine without a last known good notice. Repeated while a node does not show the change.
    const env = envFor(DATABASE);
    const publish = async () =>
      expect(await notice(env, ["set", "--title", "After"]), `${delayMs} ms`).toMatchObject({ code: 0 });
    await vi.waitFor(publish, patient);
    const areBack = async () => {
      for (const node of nodes) {
        expect(await readiness(node)).toMatchObject({ store: "up" });
        expect(await (await fetch(`${node.url}/api/notice`)).json()).toMatchObject({ title: "After" });
      }
    };
    await vi.waitFor(areBack, patient);
    expect(await visitors.end(), `${delayMs} ms`).toBe(0);
    for (const node of nodes) await node.ended("SIGKILL");
  }
});
