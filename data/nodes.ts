import { setTimeout as sleep } from "node:timers/promises";
import { sumOf } from "../schema/notice/sum.ts";
import { maxMissedSeconds, maxSilentSeconds } from "../schema/words/node-in-words.ts";
import type { Node, NoticeReader, Revision } from "./store.ts";
import type { Deadline } from "./time/deadline.ts";

/** How often the database is asked about its nodes while somebody waits for them, in ms. */
export const askIntervalMs = 100;

/** How long a change waits until every node of a shared store shows it, in ms. */
export const defaultWaitMs = 3000;

/** What became of a revision among the nodes that share its store. */
export interface NodesSeen {
  /** Those that show it. */
  live: Node[];
  /** Those that may still show an older one, or that show something else. */
  others: Node[];
  /** Those of the others that have been silent for so long that nobody waits for them. */
  silent: Node[];
}

/**
 * Waits until every node that is not silent shows a revision, or until the deadline; returns what the nodes last said.
 * @throws NoticeError STORE_… if nothing was said
 */
export async function waitForNodes(
  store: Pick<NoticeReader, "nodes" | "storeId">,
  { number, notice }: Revision,
  deadline: Deadline,
): Promise<NodesSeen | undefined> {
  if (!store.nodes) return undefined;
  const sum = sumOf(notice);
  const isLive = (node: Node): boolean =>
    node.storeId === store.storeId && node.number === number && node.sum === sum;
  for (let seen: NodesSeen | undefined; ; await sleep(askIntervalMs)) {
    try {
      const nodes = await store.nodes();
      const others = nodes.filter((node) => !isLive(node));
      const silent = others.filter(({ silentSeconds }) => silentSeconds >= maxMissedSeconds);
      seen = { live: nodes.filter(isLive), others, silent };
    } catch (error) {
      if (!seen) throw error;
      return seen;
    }
    const isWaiting = seen.others.some(({ silentSeconds }) => silentSeconds < maxSilentSeconds);
    if (!isWaiting || deadline.timeLeftMs() === 0) return seen;
  }
}
