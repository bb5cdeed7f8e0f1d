import { describeOther, maxSilentSeconds, silenceInWords } from "../schema/api/node-in-words.ts";
import type { NodesSeen } from "./nodes.ts";
import type { Node } from "./store.ts";

/** Why a revision may not be what every visitor sees; undefined if it is. */
export function faultOfNodes(nodes: NodesSeen | "unknown", number: number): string | undefined {
  if (nodes === "unknown") return "the database did not say which nodes show it";
  const faults = nodes.others.map((node) => `${node.label} ${describeOther(node, number)}`);
  return faults.length === 0 ? undefined : faults.join(", ");
}

/** What a store has under the number that a node shows. */
interface Stored {
  storeId: string | undefined;
  /** The sum of the document; undefined if there is none, or none that is intact. */
  sum: string | undefined;
}

/** A line about one node. */
export function describeNode(node: Node, stored: Stored): string {
  const { label, silentSeconds, id } = node;
  const state =
    silentSeconds >= maxSilentSeconds
      ? `silent for ${silenceInWords(silentSeconds)}, may still show it`
      : "running";
  return `${label}  ${describeShown(node, stored)}  ${state}  ${id}`;
}

function describeShown({ number, sum, storeId }: Node, stored: Stored): string {
  if (number === 0) return "has shown none yet";
  if (storeId !== stored.storeId) return `revision ${number} of another store`;
  if (stored.sum === undefined) return `revision ${number}, which the store does not have`;
  if (stored.sum === sum) return `revision ${number}`;
  return `revision ${number} with another text (${nameOf(number, sum)}, where the store has ${nameOf(number, stored.sum)})`;
}

/** As entity tags name a document. */
function nameOf(number: number, sum: string): string {
  return `${number}-${sum.slice(0, 8)}`;
}
