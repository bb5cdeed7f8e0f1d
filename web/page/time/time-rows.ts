import type { Distance } from "../../../schema/notice/phase.ts";
import type { Locale } from "../../locales/locale.ts";
import { clock, createFormat, type TimePart, unbroken } from "./time-format.ts";

/** A time in two rows of pieces. Lines break only between pieces. */
export interface TimeRows {
  /** The weekday, the clock and its zone; beyond a week, the date. */
  lead: string[];
  /** The date; beyond a week, the weekday, and the clock with its zone. */
  rest: string[];
}

/**
 * A time in rows, in the zone where the code runs unless another is given. The year is shown if the date alone could be
 * in another year. `languages` are the visitor's, as BCP 47 tags, the best first.
 */
export function timeRows(
  time: Date,
  distance: Distance,
  locale: Locale,
  languages: readonly string[] = [],
  timeZone?: string,
): TimeRows {
  const format = createFormat(time, locale, languages, timeZone);
  const weekday = { weekday: "long" } as const;
  const date: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    ...(distance === "months" && { year: "numeric" }),
  };
  const whole = format({ ...weekday, ...date, ...clock });
  const start = whole.findIndex(({ type }) => type === "hour" || type === "dayPeriod");
  const zoneAt = whole.findIndex(({ type }) => type === "timeZoneName");
  // In Bulgarian, an abbreviation of "hours" follows; in Chinese, the zone goes before.
  const onClock = textOf(whole.slice(start, zoneAt > start ? zoneAt : undefined)).replace(/[\s([;]+$/, "");
  const zone = textOf(whole.slice(zoneAt, zoneAt + 1));
  const [day, onDate] = [textOf(format(weekday)), textOf(format(date))];
  return distance === "week"
    ? { lead: [day, onClock, zone], rest: [onDate] }
    : { lead: [onDate], rest: [day, `${onClock}\u00a0${zone}`] };
}

const textOf = (parts: TimePart[]): string => unbroken(parts.map(({ value }) => value).join(""));
