import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { sumOf } from "../../../schema/notice/sum.ts";
import { notice } from "../../support/command/command.ts";
import { newFolder, temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { type Cluster, ordinary, runCluster, startCluster } from "../../support/postgres/cluster.ts";
import { sql } from "../../support/postgres/sql.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { readiness } from "../../support/service/service.ts";
import { writing } from "../../support/service/writing.ts";
import { type NodeProcess, startNode } from "./support/node.ts";

const { binaries } = inject("postgres");
/** How long after the promotion the writer comes, in ms: mostly before the nodes are back. */
const delaysMs = [0, 100, 200, 400, 600, 800, 1100, 1500, 2200, 3000];

/** A server that copies another, and can take its place. */
async function startStandby({ port, binaries }: Cluster): Promise<Cluster> {
  const { path, remove } = newFolder();
  if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.uid);
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const how = ["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
  const options = { ...ordinary, cwd: path, stdio: "ignore" } as const;
  execFileSync(join(binaries, "pg_basebackup"), ["-D", join(path, "data"), ...from, ...how], options);
  return runCluster(binaries, path, ["fsync=off"], remove);
}

/** A primary with a store, and a standby that stops receiving when it is told to; they go when the test ends. */
async function startLagging() {
  const primary = await startCluster(binaries, ["fsync=off"]);
  onTestFinished(() => primary.remove());
  const standby = await startStandby(primary);
  onTestFinished(() => standby.remove());
  // The standby is asked first, and never taken before it is the primary.
  const DATABASE = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const env = { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const run = (...args: string[]) => notice(env, args);
  expect(await run("init")).toMatchObject({ code: 0, stderr: "" });
  return {
    DATABASE,
    primary,
    standby,
    run,
    /** Has the standby receive as many revisions, and nothing after that. */
    async cutOff(revisions: number) {
      const count = "SELECT count(*)::int AS count FROM backsoon.revision";
      const received = async () => expect(await sql(standby.port, count)).toEqual([{ count: revisions }]);
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

/** Has visitors ask nodes again and again; gives the sum of each text that they were shown, by its number. */
function witness(nodes: NodeProcess[]) {
  const seen = new Map<number, Set<string>>();
  let isOver = false;
  const note = (number: number, sum: string) => seen.set(number, (seen.get(number) ?? new Set()).add(sum));
  const visiting = Promise.all(
    nodes.map(async ({ url }) => {
      for (; !isOver; await sleep(5)) {
        const response = await fetch(`${url}/api/notice`);
        const number = Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0]);
        note(number, sumOf(JSON.parse(await response.text())));
      }
    }),
  );
  onTestFinished(() => {
    isOver = true;
  });
  return {
    seen,
    note,
    async end() {
      isOver = true;
      await visiting;
    },
  };
}

/** A fleet whose visitors have seen revision 3, a standby that has received two, and those who publish on it. */
async function startFleet() {
  const { DATABASE, primary, standby, run, cutOff, promote } = await startLagging();
  const nodes = [await startNode(DATABASE), await startNode(DATABASE, { NODE_NAME: "b" })];
  const editor = await editHere({ database: DATABASE });
  const api = writing(editor, await editor.addToken("Deploys"));
  expect(await run("set", "--title", "Two", "--wait", "1m")).toMatchObject({ code: 0 });
  await cutOff(2);
  const visitors = witness(nodes);
  expect((await run("set", "--title", "Three", "--wait", "1m")).stdout).toContain("on 2 of 2 nodes.");
  await vi.waitFor(() => expect(visitors.seen.has(3)).toBe(true), patient);
  // Somebody on a machine that remembers nothing of the store.
  const env = { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "eve" };
  const writers = {
    command: async () => {
      const { code, stdout, stderr } = await notice(env, ["set", "--title", "After", "--no-wait"]);
      return { isDone: code === 0, told: `${code} ${stdout}${stderr}`.trim() };
    },
    API: async () => {
      const answer = await api.patch({ title: "After" });
      const { detail = "published" } = answer.json();
      return { isDone: answer.statusCode === 200, told: `${answer.statusCode} ${detail}` };
    },
  };
  const goOn = () => notice(env, ["set", "--title", "On", "--after-failover", "--wait", "1m"]);
  const revisions = () =>
    sql<{ number: number; body: string }>(
      standby.port,
      "SELECT revision::int AS number, body FROM backsoon.revision",
    );
  return { primary, promote, nodes, visitors, writers, goOn, revisions };
}

it.for(["command", "API"] as const)(
  "a number is not given out twice by %s, however soon after the promotion",
  { timeout: 900_000 },
  async (by, { annotate }) => {
    const told: string[] = [];
    let twice = 0;
    for (const delayMs of delaysMs) {
      const { primary, promote, nodes, visitors, writers, goOn, revisions } = await startFleet();
      await primary.kill();
      await promote();
      await sleep(delayMs);
      const begun = performance.now();
      const outcome = await writers[by]();
      told.push(`${delayMs} ms: ${outcome.told} (after ${Math.round(performance.now() - begun)} ms)`);
      const on = await goOn();
      told.push(`  then: ${on.code} ${`${on.stdout}${on.stderr}`.split("\n")[0]}`);
      for (const { number, body } of await revisions()) visitors.note(number, sumOf(JSON.parse(body)));
      const latest = Math.max(...visitors.seen.keys());
      const areBack = async () => {
        for (const node of nodes)
          expect(await readiness(node)).toMatchObject({ revision: latest, store: "up" });
      };
      await vi.waitFor(areBack, patient);
      await visitors.end();
      const sums = [...visitors.seen.values()].filter(({ size }) => size > 1);
      twice += sums.length;
      for (const node of nodes) await node.ended("SIGKILL");
    }
    await annotate(
      `${delaysMs.length} failovers, ${twice} numbers given out twice; what was told:\n${told.join("\n")}`,
    );
    expect(twice).toBe(0);
  },
);

it("nodes that never come back hold the first change up until a person goes on without them", async () => {
  const { primary, promote, nodes, visitors, writers, goOn } = await startFleet();
  await visitors.end();
  for (const node of nodes) await node.ended("SIGKILL");
  await primary.kill();
  await promote();
  const wayOut =
    /has replaced another database, .* reported its revision there \(a, b\): try again .* with --after-failover/;
  const [byCommand, byApi] = await Promise.all([writers.command(), writers.API()]);
  expect([byCommand.told, byApi.told]).toEqual([
    expect.stringMatching(/^1 The database at /),
    expect.stringMatching(/^503 Nothing was published\. The database at /),
  ]);
  for (const { told } of [byCommand, byApi]) expect(told).toMatch(wayOut);
  expect((await goOn()).stdout).toMatch(/^Revision \d is published on 0 of 2 nodes\.$/m);
  // It is settled: nobody waits for them any more.
  expect(await writers.command()).toMatchObject({ isDone: true });
});
