import type { Written } from "../../../schema/api/written.ts";
import { texts } from "../texts.ts";

const said = texts.publish;

type Other = NonNullable<Written["nodes"]>["others"][number];

/** Who shows a revision, in a sentence, and who may still show another. */
export function describePublication({ revision, nodes }: Written): string[] {
  if (!nodes) return [`${said.done(revision)}.`];
  const { live, others } = nodes;
  const all = live.length + others.length;
  if (all === 0) return [`${said.published(revision)}${said.noNode}.`];
  return [
    `${said.done(revision)}${said.onNodes(live.length, all)}: ${said.names(live.map(({ label }) => label))}.`,
    ...others.map(describeOther),
  ];
}

function describeOther({ label, number, silentSeconds }: Other): string {
  return said.other(label, number, silentSeconds);
}
