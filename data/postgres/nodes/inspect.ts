import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeOther, maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../diagnostic.ts";
import { counts, type Node } from "../../store.ts";

/** Inspects the nodes: whether they run, and show the store's latest revision. */
export function inspectNodes(
  nodes: Node[],
  { storeId, latest }: { storeId: string; latest: number },
  command: string,
): DiagnosticResult {
  const ahead = nodes.filter(({ number, storeId: of }) => of === storeId && number > latest);
  const [first] = ahead.toSorted((one, other) => other.number - one.number);
  const names = (of: Node[]): string => of.map(({ label }) => label).join(", ");
  if (first && !counts(first.number, latest)) {
    const ignored = new NoticeError("NUMBER_IGNORED", {
      number: first.number,
      where: `the report of ${first.label}`,
      current: latest,
    });
    return failure("nodes", `${ignored.messageFor(command)} Check who can use the role of a node.`);
  }
  if (first) {
    const behind = new NoticeError("STORE_BEHIND", { current: latest, known: first.number });
    return failure("nodes", `${names(ahead)}: ${behind.messageFor(command)}`);
  }
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds >= maxSilentSeconds);
  const running = `${nodes.length - silent.length} running`;
  const others = nodes.filter(
    (node) => !silent.includes(node) && (node.number < latest || node.storeId !== storeId),
  );
  const late = others.map((node) => `${node.label} ${describeOther(node, latest)}`).join(", ");
  if (silent.length > 0) return warning("nodes", `${running}, ${names(silent)} silent: \`${command} nodes\``);
  return late === "" ? ok("nodes", running) : warning("nodes", `${running}: ${late}: publish again`);
}
