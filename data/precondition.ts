import { NoticeError } from "../schema/errors/notice-error.ts";
import { sumOf } from "../schema/notice/sum.ts";
import type { Predecessor } from "./predecessor.ts";

/**
 * Throws an error if a change must not follow the latest revision. It is called again each time that somebody else has
 * published in between; `first` is the revision that was the latest at the first call.
 */
export type Precondition = (latest: Predecessor, first: Predecessor) => void;

/** Lets a change follow any revision. */
export const whatever: Precondition = () => {};

/** A revision by its number and, if it is known, the beginning of its document's hash. */
export interface NamedRevision {
  number: number;
  sum?: string;
}

/** Lets a change follow only the revision with this number, and with this hash if it is given. @throws NoticeError REVISION_CONFLICT */
export function atRevision(expected: number, sum = ""): Precondition {
  return ({ number: current, notice }) => {
    const isSame = current === expected && (sum === "" || (notice && sumOf(notice).startsWith(sum)));
    if (!isSame) throw new NoticeError("REVISION_CONFLICT", { expected, current });
  };
}

/** Combines preconditions; if several are not met, the error is that of the first. */
export function allOf(...preconditions: Precondition[]): Precondition {
  return (latest, first) => {
    for (const precondition of preconditions) precondition(latest, first);
  };
}
