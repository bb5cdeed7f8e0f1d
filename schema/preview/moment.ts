import { readExpectedReturn, secondsUntilReturn } from "../notice/expected-return.ts";
import type { PreviewRequest } from "./preview-request.ts";

/** How long before the expected return a visitor comes for whom it has not passed yet, in seconds. */
const leadSeconds = 3600;

/**
 * The time of a preview in ms since the epoch: the one that it is asked for with, else `present`, unless that is on the
 * wrong side of the expected return for the phase. Where the return is not a time, there are no sides.
 */
export function momentOf({ notice, phase, now }: PreviewRequest, present: number): number {
  const given = now === undefined ? undefined : readExpectedReturn(now);
  const time = given?.kind === "time" ? given.time.getTime() : present;
  const seconds = secondsUntilReturn(notice, time);
  if (seconds === undefined) return time;
  if (phase === "before" && seconds <= 0) return time + (seconds - leadSeconds) * 1000;
  return phase === "overdue" && seconds > 0 ? time + seconds * 1000 : time;
}
