import { secondsUntilReturn } from "./expected-return.ts";
import type { Notice } from "./notice.ts";

/**
 * How far off a time is, on either side: less than six days, so that its weekday says which day it is, less than half a
 * year, or more.
 */
export type Distance = "week" | "days" | "months";

/** Where the clock stands relative to the expected return, and how far from it; for free text, that is unknown. */
export type Phase = "unknown" | `${"upcoming" | "overdue"} ${Distance}`;

const dayMs = 86_400_000;

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
