import type { Distance } from "../../../schema/notice/expected-return.ts";
import type { Locale } from "../../locales/locale.ts";
import { clock, createFormat, unbroken } from "./time-format.ts";

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
  return time.getTime() > now ? Math.round((start(time.getTime()) - start(now)) / 86_400_000) : Number.NaN;
}
