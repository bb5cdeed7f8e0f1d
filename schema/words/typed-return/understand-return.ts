import { languageTags } from "../../languages/tags.ts";
import { readExpectedReturn } from "../../notice/expected-return.ts";
import { textSchemas } from "../../notice/texts.ts";
import { minuteMs } from "../../text/minute.ts";
import { wallTimeOf } from "../../time/local-time.ts";
import { hasTimeShape } from "../written-texts.ts";
import { followingDays, meantTime, type TypedAt } from "./meant-time.ts";
import { readTyped, type Typed } from "./read-typed.ts";

const formats: Intl.RelativeTimeFormat[] = [];

/** What a text that was typed for an expected return is: words, a time in RFC 3339, or probably not what was meant. */
export type Understood = { kind: "words" } | { kind: "time"; time: string } | Refused;

/** A text that is nothing but a time, and does not say for certain which one that is. */
export interface Refused {
  kind: "refused";
  /** `impossible` has the shape of RFC 3339 and is no time; `none` has a zone and is no time; `several` may mean several. */
  why: "passed" | "impossible" | "none" | "several" | Typed["kind"];
  /** Whether it may as well be a clock time: 09.12 and 1h30. */
  isEither?: true;
  /**
   * The time that was probably meant, in RFC 3339; absent where nothing is said of it: for a date alone that has passed, a
   * duration below zero, a day or clock time that does not exist, and what may be either.
   */
  meant?: string;
  /** The time zone whose clocks were taken for that; absent where the text had one of its own. */
  zone?: string;
}

/** As many UTF-16 units as an expected return may have. */
const maxUnits = 2 * textSchemas.expectedReturn.maxLength;

/** Whether a text looks like a time that does not exist, such as 31 November. */
export function isImpossible(text: string): boolean {
  return hasTimeShape(text) && readExpectedReturn(text).kind === "text";
}

/**
 * Understands a text that was typed for an expected return. Only one that is nothing but a time is not words; nothing else
 * in the product decides that.
 */
export function understandReturn(text: string, at: TypedAt): Understood {
  const expected = readExpectedReturn(text);
  if (expected.kind === "time" && expected.time.getTime() > at.now) return { kind: "time", time: text };
  // A text that is too long is refused as such, and would take long to read.
  const typed = text.length > maxUnits ? undefined : (readTyped(text) ?? readToday(text, at));
  if (!typed) return { kind: "words" };
  if (typed.isEither) return { kind: "refused", why: typed.kind, isEither: true };
  const meant = meantTime(typed, at);
  const hasClock = typed.kind === "clock" || typed.kind === "both";
  const isZoned = hasClock && (typed.offset ?? typed.zone) !== undefined;
  const told = meant && { meant: meant.time, ...(meant.zone !== undefined && { zone: meant.zone }) };
  const refuse = (why: Refused["why"]): Refused => ({ kind: "refused", why, ...told });
  if (isImpossible(text)) return refuse("impossible");
  if (!isZoned) return refuse(typed.kind);
  if (!meant) return refuse("none");
  if (meant.hasPassed) return refuse("passed");
  return meant.isSure ? { kind: "time", time: meant.time } : refuse("several");
}

/** Reads what is true only today; a day is over at its last minute. */
function readToday(text: string, { now, zone }: TypedAt): Typed | undefined {
  const relative = readRelative(text);
  if (!relative) return undefined;
  if ("ms" in relative) return { kind: "duration", ms: relative.ms };
  const days = followingDays(wallTimeOf(now, zone).date);
  const clock = { hour: 23, minute: 59, second: 0 };
  return { kind: "today", days: days.slice(relative.daysAhead, relative.daysAhead + 1), clock };
}

/** What a text says that is true only today: how many days ahead a day is, or how many ms a time. */
type Relative = { daysAhead: 0 | 1 } | { ms: number };

/** Reads "tomorrow" and "in 2 hours", as browsers write them in each of the page's languages; undefined for any other text. */
function readRelative(text: string): Relative | undefined {
  const typed = alike(text);
  // Two hours have words of their own: "خلال ساعتين".
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

/** A text without what people type otherwise: case, blanks, apostrophes, digits, and the count that Hebrew has in parentheses. */
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
