import type { Distance } from "../../../schema/notice/phase.ts";
import type { Locale } from "../../locales/locale.ts";
import { clock, createFormat, type TimePart, unbroken } from "./time-format.ts";

/** A time in two rows, each in pieces that no line ends within. */
export interface TimeRows {
  /** The clock and its zone; beyond a day, the date. */
  lead: string[];
  /** The rest: the weekday first or last, as the language has it. */
  rest: string[];
}

/**
 * A time as its page shows it, in the zone where the code runs unless another is given. The year is said where the date
 * alone could be another one's. `languages` are the visitor's, as BCP 47 tags, the best first.
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
  return distance === "hours"
    ? { lead: [onClock, zone], rest: besideWeekday(format({ ...weekday, ...date })) }
    : { lead: [textOf(format(date))], rest: [textOf(format(weekday)), `${onClock}\u00a0${zone}`] };
}

const textOf = (parts: TimePart[]): string => unbroken(parts.map(({ value }) => value).join(""));

/** A date in two pieces, one of them its weekday; what separates them, such as a comma, ends the first. */
function besideWeekday(parts: TimePart[]): string[] {
  const second = parts.findIndex(({ type }) => type === "weekday") || 2;
  return [textOf(parts.slice(0, second)).trimEnd(), textOf(parts.slice(second))];
}
