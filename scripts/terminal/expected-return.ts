import { NoticeError } from "../../schema/errors/notice-error.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import { timeFromNow } from "../../schema/text/time-from-now.ts";

/**
 * Resolves what ops write for the expected return: `+90m`, `+2h`, `+1d` or `+1d12h` from now becomes an RFC 3339 time
 * in UTC; anything else stays as it is.
 * @throws NoticeError USAGE for a `+` that does not start a duration
 */
export function resolveExpectedReturn(value: string, now: Date): string {
  if (!value.startsWith("+")) return value;
  const time = timeFromNow(value, now);
  if (time !== undefined) return time;
  throw new NoticeError("USAGE", {
    reason: `--expected-return ${JSON.stringify(value)} is not a time from now: write +90m, +2h, +1d or +1d12h.`,
  });
}

/** What we understood, in words, so that ops notice a typo before visitors do. */
export function describeExpectedReturn(value: string, now: Date): string {
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") {
    const hint = /^\d{4}-\d|\d:\d\d|^-?\d+[dhm]/.test(value)
      ? "; to give a time, write it like 2026-11-21T18:30:00+01:00, or +90m"
      : "";
    return `expectedReturn is free text, shown as it is${hint}`;
  }
  const { time } = expected;
  const ahead = time.getTime() - now.getTime();
  const distance = ahead > 0 ? `in ${durationInWords(ahead)}` : `which passed ${durationInWords(-ahead)} ago`;
  return `expectedReturn is a time: ${atUtc(time)}${here(time)}, ${distance}`;
}

function atUtc(time: Date): string {
  return `${new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(time)} UTC`;
}

function here(time: Date): string {
  if (time.getTimezoneOffset() === 0) return "";
  const format = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return ` (${format.format(time)} here)`;
}
