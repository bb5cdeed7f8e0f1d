import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readinessPath } from "../../../schema/notice/protocol.ts";
import { environment, notice, startProduct } from "../against/servers.ts";
import type { Bench } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { ask } from "../harness/replies.ts";
import { timeOfCommand } from "../harness/whole-process.ts";

/** The settings of a node, and of commands on its store. */
export function settingsOf(bench: Bench, url: string, name = "a"): Record<string, string> {
  return { DATABASE: url, STATE_DIR: join(bench.folder, `state-${name}`), NODE_NAME: name };
}

/** Starts nodes that share a store, which begins with them; they have read it when this resolves. */
export async function startNodes(bench: Bench, url: string, names: string[]): Promise<Running[]> {
  await timeOfCommand(bench, [notice, "init"], environment(bench, settingsOf(bench, url)));
  const nodes: Running[] = [];
  for (const name of names) {
    const node = await startProduct(bench, settingsOf(bench, url, name));
    while (!(await isUp(node))) await sleep(20);
    nodes.push(node);
  }
  return nodes;
}

async function isUp({ url }: Running): Promise<boolean> {
  const { body } = await ask(url + readinessPath, {});
  return JSON.parse(body.toString()).store === "up";
}

/** Ends nodes, one after the other. */
export async function stopNodes(nodes: Running[]): Promise<void> {
  for (const node of nodes) await node.stop();
}
