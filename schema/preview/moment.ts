import { readExpectedReturn, secondsUntilReturn } from "../notice/expected-return.ts";
import type { PreviewRequest } from "./preview-request.ts";

/** How long before the expected return the preview of phase `before` is set, in seconds. */
const leadSeconds = 3600;

/**
 * The time of a preview in ms since the epoch: the requested time, else `present`. If the phase needs a time on the
 * other side of the expected return, such a time.
 */
export function momentOf({ notice, phase, now }: PreviewRequest, present: number): number {
  const given = now === undefined ? undefined : readExpectedReturn(now);
  const time = given?.kind === "time" ? given.time.getTime() : present;
  const seconds = secondsUntilReturn(notice, time);
  if (seconds === undefined) return time;
  if (phase === "before" && seconds <= 0) return time + (seconds - leadSeconds) * 1000;
  return phase === "overdue" && seconds > 0 ? time + seconds * 1000 : time;
}
