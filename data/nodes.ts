import { setTimeout as sleep } from "node:timers/promises";
import { sumOf } from "../schema/notice/sum.ts";
import { maxMissedSeconds, maxSilentSeconds } from "../schema/words/node-in-words.ts";
import type { Node, NoticeReader, Revision } from "./store.ts";
import type { Deadline } from "./time/deadline.ts";

/** How often the database is asked about its nodes while somebody waits for them, in ms. */
export const askIntervalMs = 100;

/** How long a change waits until every node of a shared store shows it, in ms. */
export const defaultWaitMs = 3000;

/** Which nodes of a shared store show a revision. */
export interface NodesSeen {
  /** Those that show it. */
  live: Node[];
  /** Those that may still show an older one, or that show something else. */
  others: Node[];
  /** Those of `others` that have been silent too long to wait for. */
  silent: Node[];
}

/**
 * Waits until every node that is not silent shows a revision, or until the deadline; returns their last reports.
 * @throws NoticeError STORE_… if there was no report
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
