import { NoticeError } from "../schema/errors/notice-error.ts";
import type { Predecessor } from "./predecessor.ts";

/**
 * Says what must be true of the latest revision for a change to follow it, by throwing the error that tells what is not.
 * It is asked again whenever somebody else was first; `first` is what was the latest revision when it was asked first.
 */
export type Precondition = (latest: Predecessor, first: Predecessor) => void;

/** That of a change which may follow any revision. */
export const whatever: Precondition = () => {};

/** That the latest revision has this number. @throws NoticeError REVISION_CONFLICT */
export function atRevision(expected: number): Precondition {
  return ({ number: current }) => {
    if (current !== expected) throw new NoticeError("REVISION_CONFLICT", { expected, current });
  };
}

/** That all of these are met; what is told is the first of them that is not. */
export function allOf(...preconditions: Precondition[]): Precondition {
  return (latest, first) => {
    for (const precondition of preconditions) precondition(latest, first);
  };
}
