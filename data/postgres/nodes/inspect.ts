import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../diagnostic.ts";
import { maxRevisionNumber, type Node } from "../../store.ts";
import type { Standing } from "./instances.ts";

/** Inspects the nodes, and whether a failover to a standby that lags could reuse revision numbers. */
export function inspectNodes(nodes: Node[], standing: Standing, command: string): DiagnosticResult[] {
  const list = inspectList(nodes, standing, command);
  if (standing.knowsTimeline) return [list];
  const detail = `the database does not tell its timeline, so a change soon after a failover may reuse a number: after one, wait until \`${command} nodes\` lists every node`;
  return [list, warning("failover", detail)];
}

function inspectList(nodes: Node[], { mark, latest }: Standing, command: string): DiagnosticResult {
  if (mark > latest) {
    const detail = `visitors have seen revision ${mark}, but the store has lost everything after ${latest}: publish with --after-failover. Until then, a node without its state folder shows revision ${latest}`;
    return failure("nodes", detail);
  }
  const wrong = nodes.filter(({ number }) => number > maxRevisionNumber);
  if (wrong.length > 0) {
    const names = wrong.map(({ label }) => label).join(", ");
    const detail = `${names} reported an impossible revision number: check who can use the role of a node, and remove the node with \`${command} nodes forget\``;
    return failure("nodes", detail);
  }
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds >= maxSilentSeconds);
  const running = `${nodes.length - silent.length} running`;
  if (silent.length === 0) return ok("nodes", running);
  const names = silent.map(({ label }) => label).join(", ");
  return warning("nodes", `${running}, ${names} silent: \`${command} nodes\``);
}
