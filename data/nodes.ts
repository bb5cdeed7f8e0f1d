import { setTimeout as sleep } from "node:timers/promises";
import {
  describeOther,
  maxMissedSeconds,
  maxSilentSeconds,
  silenceInWords,
} from "../schema/advice/advice.ts";
import { NoticeError } from "../schema/errors/notice-error.ts";
import { hashOf } from "../schema/notice/hash.ts";
import { nameByHash } from "../schema/notice/protocol.ts";
import type { Deadline } from "./deadline.ts";
import { counts, type Node, type NoticeReader, type Revision, type Version } from "./store.ts";

/** How often the database is asked about its nodes while somebody waits for them, in ms. */
const askIntervalMs = 100;

/** How long a change waits until every node of a shared store shows it, in ms. */
export const defaultWaitMs = 3000;

export interface NodesSeen {
  live: Node[];
  /** Those that may still show an older one, or that show something else. */
  others: Node[];
  /** Those of `others` that have been silent too long to wait for. */
  silent: Node[];
}

/** A node as JSON, for the command and the API, which call the hash `sum`. */
export function nodeInJson({ hash: sum, ...node }: Node): Omit<Node, "hash"> & { sum: string } {
  return { ...node, sum };
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
  const hash = hashOf(notice);
  const isLive = (node: Node): boolean =>
    node.storeId === store.storeId && node.number === number && node.hash === hash;
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

/**
 * Why some visitors may not see a revision: running nodes do not show it (a fault), or nodes that have long been silent
 * may still show another (a warning). Empty if all see it, or if the nodes were not waited for.
 */
export function faultsOfNodes(
  nodes: NodesSeen | "unknown" | undefined,
  revision: number,
): { fault?: NoticeError | undefined; warning?: NoticeError | undefined } {
  if (!nodes) return {};
  const inWords = (of: Node[]) =>
    of.map((node) => `${node.label} ${describeOther(node, revision)}`).join(", ");
  const behind = (reason: string) => new NoticeError("NODES_BEHIND", { revision, reason });
  if (nodes === "unknown") return { fault: behind("the database did not say which nodes show it") };
  const { others, silent } = nodes;
  const present = others.filter((node) => !silent.includes(node));
  return {
    fault: present.length > 0 ? behind(inWords(present)) : undefined,
    warning:
      silent.length > 0 ? new NoticeError("NODES_SILENT", { revision, reason: inWords(silent) }) : undefined,
  };
}

type Latest = Version & Pick<NoticeReader, "storeId">;

/** A line about one node. */
export function describeNode(node: Node, latest: Latest): string {
  const { label, silentSeconds, id } = node;
  const state =
    silentSeconds >= maxSilentSeconds
      ? `silent for ${silenceInWords(silentSeconds)}, may still show it`
      : "running";
  return `${label}  ${describeShown(node, latest)}  ${state}  ${id}`;
}

/** Which revision a node shows, as the store knows it. */
export function describeShown({ number, hash, storeId }: Node, latest: Latest): string {
  if (number === 0) return "has not shown a revision yet";
  if (storeId !== latest.storeId) return `revision ${number} of another store`;
  if (!counts(number, latest.number)) return `revision ${number}, which is ignored`;
  if (number > latest.number) return `revision ${number}, which the store does not have: publish again`;
  if (number < latest.number || latest.hash === undefined || latest.hash === hash)
    return `revision ${number}`;
  return `revision ${number} with another text (${nameByHash(number, hash)}, where the store has ${nameByHash(number, latest.hash)})`;
}
