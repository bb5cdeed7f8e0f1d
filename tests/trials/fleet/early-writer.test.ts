import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { notice } from "../../support/command/command.ts";
import { newFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { type Cluster, ordinary, runCluster, startCluster } from "../../support/postgres/cluster.ts";
import { envFor } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { readiness } from "../../support/service/service.ts";
import { writing } from "../../support/service/writing.ts";
import { type NodeProcess, startNode } from "./support/node.ts";

const { binaries } = inject("postgres");
/** Delays of the writer after the promotion, in ms. In most, the nodes are not back yet. */
const delaysMs = [0, 100, 200, 400, 600, 800, 1100, 1500, 2200, 3000];

/** A server that replicates another and can be promoted. */
async function startStandby({ port, binaries }: Cluster): Promise<Cluster> {
  const { path, remove } = newFolder();
  if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.uid);
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const how = ["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
  const options = { ...ordinary, cwd: path, stdio: "ignore" } as const;
  execFileSync(join(binaries, "pg_basebackup"), ["-D", join(path, "data"), ...from, ...how], options);
  return runCluster(binaries, path, ["fsync=off"], remove);
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
    standby,
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
      const senders = async () =>
        expect(await sql(primary.port, "SELECT pid FROM pg_stat_replication")).toEqual([]);
      await vi.waitFor(senders, patient);
    },
    promote: () => sql(standby.port, "SELECT pg_promote()"),
  };
}

/** Sends visitors to nodes, and counts how often a node showed an earlier revision than before. */
function witness(nodes: NodeProcess[]) {
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

/** A fleet that shows revision 3, with a standby at revision 2, and two ways to publish. */
async function startFleet() {
  const { DATABASE, primary, run, cutOff, promote } = await startLagging();
  expect(await run("set", "--title", "Two")).toMatchObject({ code: 0 });
  const nodes = [await startNode(DATABASE), await startNode(DATABASE, { NODE_NAME: "b" })];
  const editor = await editHere({ database: DATABASE });
  const api = writing(editor, await editor.addToken("Deploys"));
  await cutOff(2);
  const visitors = witness(nodes);
  expect((await run("set", "--title", "Three", "--wait", "1m")).stdout).toContain("on 2 of 2 nodes.");
  await vi.waitFor(() => expect(visitors.seen.has(3)).toBe(true), patient);
  // A machine without a last known good notice.
  const env = envFor(DATABASE);
  const writers = {
    command: async () => {
      const { code, stdout, stderr } = await notice(env, ["set", "--title", "After"]);
      return { isDone: code === 0, told: `${code} ${stdout}${stderr}`.trim() };
    },
    API: async () => {
      const answer = await api.patch({ title: "After" });
      const { detail = "published", nodes } = answer.json();
      return {
        isDone: answer.statusCode === 200 && nodes?.others.length === 0,
        told: `${answer.statusCode} ${detail}`,
      };
    },
  };
  return { primary, promote, nodes, visitors, writers };
}

it.for(["command", "API"] as const)(
  "A change by the %s right after a promotion reaches every node, and no node goes back",
  { timeout: 900_000 },
  async (by, { annotate }) => {
    const told: string[] = [];
    let backwards = 0;
    for (const delayMs of delaysMs) {
      const { primary, promote, nodes, visitors, writers } = await startFleet();
      await primary.kill();
      await promote();
      await sleep(delayMs);
      // Repeated while the outcome names a node that does not show it.
      const publish = async () => {
        const outcome = await writers[by]();
        told.push(`${delayMs} ms: ${outcome.told}`);
        expect(outcome.isDone).toBe(true);
      };
      await vi.waitFor(publish, patient);
      const areBack = async () => {
        for (const node of nodes) {
          const response = await fetch(`${node.url}/api/notice`);
          expect([await readiness(node), await response.json()]).toMatchObject([
            { store: "up" },
            { title: "After" },
          ]);
        }
      };
      await vi.waitFor(areBack, patient);
      backwards += await visitors.end();
      for (const node of nodes) await node.ended("SIGKILL");
    }
    await annotate(
      `${delaysMs.length} failovers, ${told.length} attempts, ${backwards} times back:\n${told.join("\n")}`,
    );
    expect(backwards).toBe(0);
  },
);
