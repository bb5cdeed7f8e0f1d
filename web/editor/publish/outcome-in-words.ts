import { texts } from "../texts.ts";
import type { Outcome } from "../writes/outcome.ts";
import { describePublication } from "./nodes.ts";

const said = texts.publish;

/** Who has published since, as far as that is known. */
export interface Overtaker {
  revision: number;
  author: string | undefined;
}

/** What came of a publication, in sentences: who shows it and what it brings back, or what is live instead by now and what to do. */
export function describeOutcome(
  { publication, previous, again, isUndo }: Outcome,
  overtaker: Overtaker | undefined,
): string[] {
  const { revision } = publication;
  if (overtaker)
    return [said.overtaken(revision, overtaker), ...(isUndo ? [] : [said.backByHistory(previous)])];
  return [...describePublication(publication), ...(again === undefined ? [] : [said.again(revision, again)])];
}
