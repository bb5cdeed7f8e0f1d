import { texts } from "../texts.ts";
import type { Outcome } from "../writes/outcome.ts";
import { describePublication } from "./nodes.ts";

const said = texts.publish;

/** Who has published since, as far as that is known. */
export interface Overtaker {
  revision: number;
  author: string | undefined;
}

/** What came of a publication, in sentences: who shows it, what it brings back, and what is live instead by now. */
export function describeOutcome(
  { publication, previous, again, isUndo }: Outcome,
  overtaker: Overtaker | undefined,
): string[] {
  const { revision } = publication;
  const back = again === undefined ? [] : [said.again(revision, again)];
  if (!overtaker) return [...describePublication(publication), ...back];
  return [said.overtaken(revision, overtaker), ...back, ...(isUndo ? [] : [said.backByHistory(previous)])];
}
