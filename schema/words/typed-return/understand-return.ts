import { languageTags } from "../../languages/tags.ts";
import { readExpectedReturn } from "../../notice/expected-return.ts";
import { textSchemas } from "../../notice/texts.ts";
import { minuteMs } from "../../text/minute.ts";
import { wallTimeOf } from "../../time/local-time.ts";
import { hasTimeShape } from "../written-texts.ts";
import { followingDays, meantTime, type TypedAt } from "./meant-time.ts";
import { readTyped, type Typed } from "./read-typed.ts";

const formats: Intl.RelativeTimeFormat[] = [];

/** The reading of a typed expected return: free text, a time in RFC 3339, or refused because it may mean another time. */
export type Understood = { kind: "words" } | { kind: "time"; time: string } | Refused;

/** A text that is only a time, but does not say for certain which. */
export interface Refused {
  kind: "refused";
  /** `impossible` has the shape of RFC 3339 and is no time; `none` has a zone and is no time; `several` may mean several times. */
  why: "passed" | "impossible" | "none" | "several" | Typed["kind"];
  /** Whether it may also be a clock time: 09.12 and 1h30. */
  isEither?: true;
  /** Whether a date and a clock time without a zone have passed in the assumed zone. */
  hasPassed?: true;
  /**
   * The probable time in RFC 3339; absent for a passed date without a clock time, a negative duration, a day or clock
   * time that does not exist, and a text that may also be a clock time.
   */
  meant?: string;
  /** The time zone that was assumed; absent if the text names one. */
  zone?: string;
}

/** As many UTF-16 units as an expected return may have. */
const maxUnits = 2 * textSchemas.expectedReturn.maxLength;

/** Whether a text looks like a time that does not exist, such as 31 November. */
export function isImpossible(text: string): boolean {
  return hasTimeShape(text) && readExpectedReturn(text).kind === "text";
}

/** Understands a typed expected return. Any text that is more than a time is free text. No other code decides this. */
export function understandReturn(text: string, at: TypedAt): Understood {
  const expected = readExpectedReturn(text);
  if (expected.kind === "time" && expected.time.getTime() > at.now) return { kind: "time", time: text };
  // Another check refuses texts that are too long. Reading them would be slow.
  const typed = text.length > maxUnits ? undefined : (readTyped(text) ?? readToday(text, at));
  if (!typed) return { kind: "words" };
  if (typed.isEither) return { kind: "refused", why: typed.kind, isEither: true };
  const meant = meantTime(typed, at);
  const hasClock = typed.kind === "clock" || typed.kind === "both";
  const isZoned = hasClock && (typed.offset ?? typed.zone) !== undefined;
  const told = meant && { meant: meant.time, ...(meant.zone !== undefined && { zone: meant.zone }) };
  const refuse = (why: Refused["why"]): Refused => ({ kind: "refused", why, ...told });
  if (isImpossible(text)) return refuse("impossible");
  if (!isZoned)
    return { ...refuse(typed.kind), ...(typed.kind === "both" && meant?.hasPassed && { hasPassed: true }) };
  if (!meant) return refuse("none");
  if (meant.hasPassed) return refuse("passed");
  return meant.isSure ? { kind: "time", time: meant.time } : refuse("several");
}

/** Reads a text that is true only today. A day means its last minute. */
function readToday(text: string, { now, zone }: TypedAt): Typed | undefined {
  const relative = readRelative(text);
  if (!relative) return undefined;
  if ("ms" in relative) return { kind: "duration", ms: relative.ms };
  const days = followingDays(wallTimeOf(now, zone).date);
  const clock = { hour: 23, minute: 59, second: 0 };
  return { kind: "today", days: days.slice(relative.daysAhead, relative.daysAhead + 1), clock };
}

/** A relative time: 0 or 1 days ahead, or a number of ms ahead. */
type Relative = { daysAhead: 0 | 1 } | { ms: number };

/** Reads "tomorrow" and "in 2 hours", as browsers write them in each of the page's languages; undefined for any other text. */
function readRelative(text: string): Relative | undefined {
  const typed = alike(text);
  // Some languages have a word for two hours: "خلال ساعتين".
  const hours = Number(/\d{1,4}/.exec(typed)?.[0] ?? 0);
  if (formats.length === 0)
    formats.push(...languageTags.map((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" })));
  const is = (value: number, unit: "day" | "hour"): boolean =>
    formats.some((format) => alike(format.format(value, unit)) === typed);
  if (hours === 0 && is(0, "day")) return { daysAhead: 0 };
  if (hours === 0 && is(1, "day")) return { daysAhead: 1 };
  const said = (hours === 0 ? [1, 2] : [hours]).find((count) => is(count, "hour"));
  return said === undefined ? undefined : { ms: said * 60 * minuteMs };
}

/** Removes what people type differently: case, blanks, apostrophes, digits, and the count that Hebrew has in parentheses. */
function alike(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[०-९০-৯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6))
    .replace(/[’ʼ]/g, "'")
    .replace(/ \([12]\)$/, "")
    .replace(/\s+/g, " ")
    .trim();
}
