import { secondsUntilReturn } from "./expected-return.ts";
import type { Notice } from "./notice.ts";

/**
 * How far a time is from now, ahead or past: `week` is under six days, when a weekday is enough to name the day, `days` is
 * under half a year, and `months` is more.
 */
export type Distance = "week" | "days" | "months";

/** Whether the expected return is ahead or past, and how far; unknown for free text. */
export type Phase = "unknown" | `${"upcoming" | "overdue"} ${Distance}`;

const dayMs = 86_400_000;

/** How far a time is from now; both in ms since the epoch. */
export function distanceOf(time: number, now: number): Distance {
  const days = Math.abs(time - now) / dayMs;
  return days < 6 ? "week" : days < 180 ? "days" : "months";
}

/** The phase of a notice; `now` is in ms since the epoch. */
export function phaseOf(notice: Notice, now: number): Phase {
  const seconds = secondsUntilReturn(notice, now);
  if (seconds === undefined) return "unknown";
  return `${seconds <= 0 ? "overdue" : "upcoming"} ${distanceOf(seconds * 1000, 0)}`;
}
