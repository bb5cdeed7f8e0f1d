import type { Distance } from "../../schema/notice/expected-return.ts";
import { dayMs } from "../../schema/text/minute.ts";
import { replaceWords } from "../../schema/text/text.ts";
import type { Locale } from "../locales/locale.ts";

/** A time in two rows of pieces. Lines break only between pieces. */
export interface TimeRows {
  /** The day and the clock; beyond a week, the date. */
  lead: string[];
  /** The date and the zone; beyond a week, the weekday, and the clock with its zone. */
  rest: string[];
}

/**
 * A time in rows, in the zone where the code runs unless another is given. The year is shown if the date alone could be
 * in another year. `days` is by how many dates it is ahead: today and tomorrow have words. `languages` are the visitor's,
 * as BCP 47 tags, the best first.
 */
export function timeRows(
  time: Date,
  distance: Distance,
  locale: Locale,
  languages: readonly string[] = [],
  timeZone?: string,
  days = Number.NaN,
): TimeRows {
  const format = createFormat(time, locale, languages, timeZone);
  const weekday = { weekday: "long" } as const;
  const date: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    ...(distance === "months" && { year: "numeric" }),
  };
  const text = (options: Intl.DateTimeFormatOptions, isZone = false): string => {
    const parts = format(options).filter(({ type }) => (type === "timeZoneName") === isZone);
    return unbroken(parts.map(({ value }) => value).join(""));
  };
  const [day, onDate, onDay] = [text(weekday), text(date), text({ ...weekday, ...date })];
  // Some languages put the zone into brackets, or in front of the clock.
  const onClock = text(clock).replace(/^\s+|[\s()[\];]+$/g, "");
  const zone = text(clock, true);
  const isWeek = distance === "week";
  const isNear = isWeek && days < 2;
  const { tag } = locale;
  const name = isNear
    ? unbroken(new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(days, "day"))
    : isWeek
      ? day
      : onDate;
  const first = name.replace(/./, (letter) => letter.toLocaleUpperCase(tag));
  // The language's own comma, if it writes one there.
  const comma = /[,،፣]|$/.exec(onDay);
  return isWeek
    ? { lead: [first, onClock], rest: [`${isNear ? onDay : onDate}${comma}`, zone] }
    : { lead: [first], rest: [day, `${onClock}\u00a0${zone}`] };
}

/**
 * By how many dates a time is ahead of now, in the zone where the code runs; not a number once it has passed. Now is in
 * ms since the epoch.
 */
export function daysAhead(time: Date, now: number): number {
  // Less than an hour remains of each day, and a day with a change of clocks is an hour shorter or longer.
  const start = (ms: number): number => new Date(ms).setHours(0);
  return time.getTime() > now ? Math.round((start(time.getTime()) - start(now)) / dayMs) : Number.NaN;
}

/** A piece of a time in words. @see https://tc39.es/ecma402/#sec-partitiondatetimepattern */
export type TimePart = Pick<Intl.DateTimeFormatPart, "type" | "value">;
export type TimeFormat = (options: Intl.DateTimeFormatOptions) => TimePart[];

export const clock = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/**
 * Writes a time as a locale does, in the zone where the code runs unless another is given. `languages` are the
 * visitor's, as BCP 47 tags, the best first.
 * @see https://tc39.es/ecma402/#datetimeformat-objects
 */
export function createFormat(
  time: Date,
  locale: Locale,
  languages: readonly string[],
  timeZone: string | undefined,
): TimeFormat {
  const tag = formattingTag(locale, languages);
  const { words } = locale.dateAndClock ?? {};
  return (options) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone })
      .formatToParts(time)
      .map(({ type, value }) => ({ type, value: replaceWords(value, words) }));
}

/**
 * Text without line breaks. A minus replaces the hyphen of some engines, which would allow a break. Narrow spaces,
 * which only some engines write, become wide ones.
 */
export function unbroken(text: string): string {
  return text.replace(/[ \u202f]/g, "\u00a0").replace(/-(?=\d)/, "\u2212");
}

/**
 * The BCP 47 tag for the times on a page: the first of the visitor's languages with the page's language and script, so
 * that `en-GB` has its own order and clock. Calendar and digits are always the page's, as in the text from the server.
 * @see https://www.rfc-editor.org/rfc/rfc6067
 */
export function formattingTag(locale: Locale, languages: readonly string[]): string {
  const { tag, formatting = tag, calendar = "gregory", digits = "latn" } = locale;
  const visitors = languages.find((language) => languageAndScript(language) === languageAndScript(tag));
  return new Intl.Locale(visitors ?? formatting, { calendar, numberingSystem: digits }).toString();
}

/** A tag's language and script; empty for text that is not a tag: some browsers list `C`. */
function languageAndScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}
