import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";
import type { Database } from "../against/database.ts";
import { environment, notice } from "../against/servers.ts";
import { median } from "../figures/compare.ts";
import { aimAtMost, type Bound, plainRow, type TableRow } from "../figures/row.ts";
import type { Bench } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { ask, browser } from "../harness/replies.ts";
import { timeOfCommand } from "../harness/whole-process.ts";
import { settingsOf, startNodes, stopNodes } from "./nodes.ts";

const changesToTime = 100;
/** How long a node that is not told may take, in ms: until its next read, and a round trip. */
const pollBound = aimAtMost(1100);

/** The rows for the time until another node shows an acknowledged change, told by the database or not. */
export async function spreadRows(bench: Bench, database: Database): Promise<TableRow[]> {
  const [told, untold] = [database.url("told"), database.url("untold")];
  const [one] = [await startNodes(bench, told, ["a"])];
  const whenTold = await timeChanges(told, one);
  await stopNodes(one);

  const other = await startNodes(bench, untold, ["a"]);
  await database.ask("DROP TRIGGER revision_is_told ON untold.revision");
  const whenUntold = await timeChanges(untold, other);
  await stopNodes(other);
  return [
    ...latencyRows("another node shows a change, with NOTIFY", whenTold),
    ...latencyRows("another node shows a change, by its reads alone", whenUntold, [pollBound]),
  ];
}

/** The rows for the time until the last of five nodes shows a change, and for a command that waits for them. */
export async function fiveNodesRows(bench: Bench, database: Database): Promise<TableRow[]> {
  const url = database.url("five");
  const nodes = await startNodes(bench, url, ["a", "b", "c", "d", "e"]);
  const latencies = await timeChanges(url, nodes);
  const env = environment(bench, settingsOf(bench, url));
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    times.push((await timeOfCommand(bench, [notice, "set", "--message", `Round ${round}`], env)).time);
  }
  await stopNodes(nodes);
  return [
    ...latencyRows("the last of 5 nodes shows a change, with NOTIFY", latencies),
    plainRow("`notice set`, until 5 nodes show it", median(times), "ms", []),
  ];
}

/** Publishes changes, and times in ms from each acknowledgement until every node has shown it. */
async function timeChanges(url: string, nodes: Running[]): Promise<number[]> {
  const login = { address: readPostgresUrl(url), password: {}, label: "bench" };
  const store = await postgresBackend(login).open();
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let change = 0; change < changesToTime; change += 1) {
    // So that changes fall anywhere between two reads.
    await sleep(Math.random() * 1000);
    const revision = {
      notice: { ...defaults, message: `Change ${change}` },
      author: "bench",
      requestId: randomUUID(),
    };
    const { number } = await store.append(revision);
    const acknowledged = performance.now();
    await Promise.all(nodes.map((node) => untilShown(node, number, agent)));
    times.push(performance.now() - acknowledged);
  }
  agent.destroy();
  await store.close();
  return times;
}

async function untilShown({ url }: Running, number: number, agent: Agent): Promise<void> {
  for (;;) {
    const { message } = await ask(url, browser, agent);
    if (Number(message.headers[marker.toLowerCase()]) >= number) return;
    await sleep(1);
  }
}

function latencyRows(what: string, times: number[], bounds: Bound[] = []): TableRow[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
  return [
    plainRow(`${what}: median`, median(times), "ms", bounds),
    plainRow(`${what}: 99 %`, at(0.99), "ms", bounds),
    plainRow(`${what}: longest`, at(1), "ms", bounds),
  ];
}
