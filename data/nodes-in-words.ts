import { durationInWords } from "../schema/text/duration.ts";
import { maxSilentSeconds, type NodesSeen } from "./nodes.ts";
import type { Node } from "./store.ts";

/** Why a revision may not be what every visitor sees; undefined if it is. */
export function faultOfNodes(nodes: NodesSeen | "unknown", number: number): string | undefined {
  if (nodes === "unknown") return "the database did not say which nodes show it";
  const faults = nodes.others.map((node) => `${node.label} ${faultOf(node, number)}`);
  return faults.length === 0 ? undefined : faults.join(", ");
}

function faultOf({ number: shown, silentSeconds }: Node, number: number): string {
  if (shown > number) return `has revision ${shown}`;
  if (shown === number) return `has another text under the same number`;
  const since = silentSeconds >= maxSilentSeconds ? ` (silent for ${inWords(silentSeconds)})` : "";
  return shown === 0 ? `has shown none yet${since}` : `may still show revision ${shown}${since}`;
}

/** A line about one node. */
export function describeNode({ label, number, silentSeconds, id }: Node): string {
  const shown = number === 0 ? "has shown none yet" : `revision ${number}`;
  const state =
    silentSeconds >= maxSilentSeconds ? `silent for ${inWords(silentSeconds)}, may still show it` : "running";
  return `${label}  ${shown}  ${state}  ${id}`;
}

function inWords(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds)} seconds` : durationInWords(seconds * 1000);
}
