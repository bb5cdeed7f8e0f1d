import { dayMs } from "../text/minute.ts";
import { durationInWords } from "../time/time.ts";
import type { Notice } from "./notice.ts";

/** The value of `expectedReturn`: a point in time, or text that is shown as it is. */
type ExpectedReturn = { kind: "time"; time: Date } | { kind: "text"; text: string };

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Tells a time from free text. No other code decides this. A leap second is read as the second after it, as in POSIX
 * time.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function readExpectedReturn(value: string): ExpectedReturn {
  if (value !== lastRead.value) {
    const time = readTime(value);
    lastRead = { value, found: time ? { kind: "time", time } : { kind: "text", text: value } };
  }
  return lastRead.found;
}

/** The last result: every request reads the value of the current notice again. */
let lastRead: { value: string; found: ExpectedReturn } = { value: "", found: { kind: "text", text: "" } };

/**
 * Seconds until the expected return of a notice, negative once it has passed; undefined while no time is known. `now` is
 * in ms since the epoch.
 */
export function secondsUntilReturn({ expectedReturn }: Notice, now: number): number | undefined {
  if (expectedReturn === undefined) return undefined;
  const expected = readExpectedReturn(expectedReturn);
  return expected.kind === "time" ? (expected.time.getTime() - now) / 1000 : undefined;
}

function readTime(value: string): Date | undefined {
  const match = dateTime.exec(value);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour, offsetMinute] = match;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have has rolled over into the next month.
  if (time.getUTCMonth() !== Number(month) - 1 || time.getUTCDate() !== Number(day)) return undefined;
  const offset = sign ? Number(`${sign}1`) * (Number(offsetHour) * 60 + Number(offsetMinute)) : 0;
  const ms = Number(fraction.padEnd(3, "0").slice(0, 3));
  time.setUTCHours(Number(hour), Number(minute) - offset, Number(second), ms);
  // A leap second falls at the end of a UTC day, and has become the first second of the next day here.
  if (second === "60" && (time.getUTCHours() !== 0 || time.getUTCMinutes() !== 0)) return undefined;
  // In UTC, the year must also be from 1 to 9999.
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999 ? time : undefined;
}

/**
 * How far a time is from now, ahead or past: `week` is under six days, when a weekday is enough to name the day, `days` is
 * under half a year, and `months` is more.
 */
export type Distance = "week" | "days" | "months";

/** Whether the expected return is ahead or past, and how far; unknown for free text. */
export type Phase = "unknown" | `${"upcoming" | "overdue"} ${Distance}`;

/** How far a time is from now; both in ms since the epoch. */
export function distanceOf(time: number, now: number): Distance {
  const days = Math.abs(time - now) / dayMs;
  if (days < 6) return "week";
  return days < 180 ? "days" : "months";
}

/** The phase of a notice; `now` is in ms since the epoch. */
export function phaseOf(notice: Notice, now: number): Phase {
  const seconds = secondsUntilReturn(notice, now);
  if (seconds === undefined) return "unknown";
  return `${seconds <= 0 ? "overdue" : "upcoming"} ${distanceOf(seconds * 1000, 0)}`;
}

/** A notice that is this many seconds overdue is probably left over from another outage. */
export const leftOverSeconds = 3600;

interface Overdue {
  seconds: number;
  message: string;
}

/**
 * Tells for how long the expected return has passed; undefined if it has not. `now` is in ms since the epoch. `command`
 * is the name of the command for the reader; without it, the message names only the field.
 */
export function findOverdue(notice: Notice, now: number, command?: string): Overdue | undefined {
  const left = secondsUntilReturn(notice, now);
  if (left === undefined || left > 0) return undefined;
  const seconds = Math.abs(left);
  const ago = `passed ${durationInWords(seconds * 1000)} ago`;
  const message =
    command === undefined
      ? `"expectedReturn" ${ago}: give a time in the future, or leave it out.`
      : `The expected return in the notice ${ago}: give a new one with ` +
        `\`${command} set --expected-return +2h\`, or remove it with \`${command} set --clear expected-return\`.`;
  return { seconds, message };
}
