import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { describeOther } from "../../../schema/words/node-in-words.ts";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";

const said = texts.publish;

/** Who shows a revision, in a sentence, and who may still show another; as the command says it. */
export function describePublication({ revision, nodes, warnings }: CompletedWrite): string[] {
  // Where the database did not say who shows it, a warning says that.
  const isUnknown = (warning: string): boolean => warning.startsWith(`Revision ${revision} is published`);
  if (!nodes) return [inEnglish(warnings.find(isUnknown) ?? "") || said.done(revision)];
  const { live, others } = nodes;
  const all = live.length + others.length;
  if (all === 0) return [said.noNode(revision)];
  const names = live.map(({ label }) => label);
  return [
    said.onNodes(revision, names, all),
    ...others.map((node) => inEnglish(`${node.label} ${describeOther(node, revision)}.`)),
  ];
}
