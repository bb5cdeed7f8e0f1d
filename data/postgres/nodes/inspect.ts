import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../diagnostic.ts";
import { maxRevisionNumber, type Node } from "../../store.ts";
import type { Standing } from "./instances.ts";

/** What visitors may see somewhere, and what a failover to a standby that lags would do to the numbers of revisions. */
export function inspectNodes(nodes: Node[], standing: Standing, command: string): DiagnosticResult[] {
  const list = inspectList(nodes, standing, command);
  if (standing.knowsTimeline) return [list];
  const detail = `the database does not say its timeline: a change soon after a failover may give a number out twice; wait for \`${command} nodes\` to list them all first`;
  return [list, warning("failover", detail)];
}

function inspectList(nodes: Node[], { mark, latest }: Standing, command: string): DiagnosticResult {
  if (mark > latest) {
    const detail = `revision ${mark} has been shown, and the store has lost what came after ${latest}, which is all that a node without its state folder shows: publish with --after-failover`;
    return failure("nodes", detail);
  }
  const wrong = nodes.filter(({ number }) => number > maxRevisionNumber);
  if (wrong.length > 0) {
    const names = wrong.map(({ label }) => label).join(", ");
    const detail = `${names} reported a number that no store gets to: see who has the role of a node, and take it off with \`${command} nodes forget\``;
    return failure("nodes", detail);
  }
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds >= maxSilentSeconds);
  const running = `${nodes.length - silent.length} running`;
  if (silent.length === 0) return ok("nodes", running);
  const names = silent.map(({ label }) => label).join(", ");
  return warning("nodes", `${running}, ${names} silent: \`${command} nodes\``);
}
