import { minuteMs } from "../../text/minute.ts";
import { splitZone, type Zone } from "./read-zone.ts";

/** A day on the calendar. Without a year, people mean the next such day. */
export interface Day {
  year?: number;
  month: number;
  day: number;
}

/** A clock time as typed. Clocks may not show it: 24:00. */
export interface ClockTime {
  hour: number;
  minute: number;
  second: number;
}

/** A length of time from now. */
export interface TypedDuration {
  kind: "duration";
  /** Negative if a minus was typed. */
  ms: number;
  /** Whether it may also be a clock time: 1h30. */
  isEither?: true;
}

/** A time by the calendar or the clock. `today` is a text that is true only today, such as "tomorrow". */
export interface TypedTime {
  kind: "clock" | "date" | "both" | "today";
  /** Each day that may be meant: 03/04 is in March or in April. None for a clock time alone. */
  days: Day[];
  clock?: ClockTime;
  /** Whether it may also be a clock time: 09.12. */
  isEither?: true;
  /** How far the clock is ahead of UTC, as it was typed: `Z` or `+01:00`. */
  offset?: string;
  zone?: Zone;
}

/** A typed time that is not in the form of RFC 3339. */
export type Typed = TypedDuration | TypedTime;

const units: [RegExp, number][] = [
  [/^w/i, 7 * 86_400_000],
  [/^d/i, 86_400_000],
  [/^h/i, 3_600_000],
  [/^m/i, 60_000],
  [/^s/i, 1000],
];
const amount =
  "(\\d{1,6}(?:[.,]\\d{1,3})?)\\s?(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)";
const amounts = new RegExp(amount, "gi");
const duration = new RegExp(`^(?:[+-]?\\s?|in )${amount}(?:,?\\s?${amount})*$`, "i");

/** A duration. Without a sign it may also be half past one in French: 1h30. */
const hoursAndMinutes = /^([+-]\s?)?(\d{1,3})h([0-5]\d)$/i;

const clocks = [
  /^(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?)?\s?(?<half>[ap])\.?m\.?$/i,
  /^(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?(?:\s?(?<offset>z|[+-]\d\d(?::?\d\d)?))?$/i,
  /^(?<hour>[01]?\d|2[0-3]|24(?=[.h]00))[.h](?<minute>[0-5]\d)$/i,
];

const days = [
  /^(?<year>\d{4})(?:-|\/|\.\s?)(?<month>\d\d?)(?:-|\/|\.\s?)(?<day>\d\d?)\.?$/,
  /^(?<day>\d\d?)\.\s?(?<month>\d\d?)\.\s?(?<year>\d{4}|\d\d)?$/,
  /^(?<day>\d\d?)\.(?<month>\d\d)$/,
  /^(?<day>\d\d?)[/-](?<month>\d\d?)[/-](?<year>\d{4}|\d\d)$/,
  /^(?<month>\d\d?)[/-](?<day>\d\d?)[/-](?<year>\d{4}|\d\d)$/,
  /^(?<day>\d\d)\/(?<month>\d\d)$/,
  /^(?<month>\d\d)\/(?<day>\d\d)$/,
];

/** ISO 8601 without its separators, as calendars write it: 20271224T180000Z. */
const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(|\D.*)$/i;

const months = [
  ...["jan(?:uary?)?", "feb(?:ruary?)?", "mar(?:ch)?|märz", "apr(?:il)?", "ma[iy]", "jun[ei]?", "jul[iy]?"],
  ...["aug(?:ust)?", "sept?(?:ember)?", "o[ck]t(?:ober)?", "nov(?:ember)?", "de[cz](?:ember)?"],
];
const month = `\\b(${months.join("|")})\\b\\.?`;
const dayOfMonth = "(?<![\\d.:])(\\d\\d?)(?![.:]?\\d)(?:st|nd|rd|th|\\.)?";
const year = "(?:,?[ -](\\d{4})(?!:))?";
const weekday =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)[.,]* /i;

/** The command's own output for a time, which people may copy. */
const understood = /^expectedReturn is a time: (.+), (?:in|which passed) .+$/i;

/** How programs and people write a time in words, and what that is in digits. */
const inDigits: [RegExp, (...parts: string[]) => string][] = [
  // As the command `date` writes it, with the year after the zone.
  [
    /^(\D+ \d\d?) (\d\d?:\d\d:\d\d(?: [ap]m)?) (\S+) (\d{4})$/i,
    (_, day, clock, zone, year) => `${day} ${year} ${clock} ${zone}`,
  ],
  [new RegExp(`${dayOfMonth}[ -]${month}${year}`, "i"), (_, day, month, year) => inNumbers(day, month, year)],
  [new RegExp(`${month} ${dayOfMonth}${year}`, "i"), (_, month, day, year) => inNumbers(day, month, year)],
  [/(?:^|,? )(?:at|um) /i, () => " "],
  [/(?<![\d.:])(\d\d?) uhr\b/i, (_, hour) => `${hour}:00`],
  [/([.:]\d\d) uhr\b/i, (_, minutes = "") => minutes],
];

function inNumbers(day?: string, month = "", year = ""): string {
  return `${day}.${months.findIndex((form) => new RegExp(`^(?:${form})$`, "i").test(month)) + 1}.${year}`;
}

/**
 * Reads a text that is only a clock time, a date, both, or a duration; undefined for any other text. It knows the
 * English words of programs, and the same in German.
 */
export function readTyped(text: string): Typed | undefined {
  const plain = text
    .normalize("NFKC")
    .replace(/\u2212/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  const duration = readDuration(plain);
  if (duration) return duration;
  const dayless = plain.replace(understood, "$1").replace(weekday, "");
  const typed = inDigits.reduce((typed, [form, digits]) => typed.replace(form, digits), dayless);
  const { time, zone } = splitZone(typed.trim());
  const read = readTime(time);
  // A weekday without a date, as in "Friday 22:30", is free text.
  if (!read || (read.kind === "clock" && weekday.test(plain))) return undefined;
  return { ...read, ...(zone && { zone }) };
}

function readTime(typed: string): TypedTime | undefined {
  const [clock, days] = [readClock(typed), readDays(typed)];
  if (days.length > 0) return { kind: "date", days, ...(clock && { isEither: true }) };
  if (clock) return { kind: "clock", days, ...clock };
  return readBoth(separated(typed));
}

function readDuration(typed: string): TypedDuration | undefined {
  const sign = typed.startsWith("-") ? -1 : 1;
  if (duration.test(typed)) return { kind: "duration", ms: sign * msOf(typed) };
  const [, signed, hours = "", minutes] = hoursAndMinutes.exec(typed) ?? [];
  // With two digits and no sign it is a clock time: 22h30.
  if (minutes === undefined || (signed === undefined && hours.length > 1)) return undefined;
  const ms = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return { kind: "duration", ms: sign * ms, ...(signed === undefined && { isEither: true }) };
}

/** Puts the separators into a time that is in the basic form of ISO 8601; any other text stays as it is. */
function separated(typed: string): string {
  const [, year, month, day, hour, minute, second = "00", rest] = basic.exec(typed) ?? [];
  return year === undefined ? typed : `${year}-${month}-${day}T${hour}:${minute}:${second}${rest}`;
}

function msOf(typed: string): number {
  return [...typed.matchAll(amounts)]
    .map(([, count = "", name = ""]) => {
      const [, size = 0] = units.find(([unit]) => unit.test(name)) ?? [];
      return Number(count.replace(",", ".")) * size;
    })
    .reduce((sum, ms) => sum + ms, 0);
}

/** A date and a clock time in either order. Each blank and each T is tried as the separator. */
function readBoth(typed: string): TypedTime | undefined {
  for (const { 0: between, index } of typed.matchAll(/,?\s+|T/gi)) {
    const parts = [typed.slice(0, index), typed.slice(index + between.length)] as const;
    const isLikeRfc3339 = /t/i.test(between) || /^\d{4}-\d\d-\d\d$/.test(parts[0]);
    for (const [date, time] of [parts, [parts[1], parts[0]] as const]) {
      const [days, clock] = [readDays(date), readClock(time, isLikeRfc3339)];
      if (days.length > 0 && clock) return { kind: "both", days, ...clock };
    }
  }
  return undefined;
}

/**
 * A clock time with its offset, if it has one. 10:00-11:00 is a range. A minus begins an offset only after seconds,
 * after a blank, or after a date as in RFC 3339.
 */
function readClock(typed: string, isLikeRfc3339 = false): { clock: ClockTime; offset?: string } | undefined {
  const found = clocks.map((form) => form.exec(typed)?.groups).find(Boolean);
  if (!found) return undefined;
  const { hour, minute = 0, second, half, offset } = found;
  const isOffset = isLikeRfc3339 || second !== undefined || /\s-/.test(typed);
  if (offset?.startsWith("-") && !isOffset) return undefined;
  const ofDay = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const clock = { hour: ofDay, minute: Number(minute), second: Number(second ?? 0) };
  return { clock, ...(offset !== undefined && { offset }) };
}

/** Each day that may be meant. An impossible day counts only with a year, because 24.00 may be anything. */
function readDays(typed: string): Day[] {
  const read = days.flatMap((form): Day[] => {
    const { year, month, day } = form.exec(typed)?.groups ?? {};
    if (month === undefined || day === undefined) return [];
    return [{ ...(year !== undefined && { year: fullYear(year) }), month: Number(month), day: Number(day) }];
  });
  const isPossible = ({ month, day }: Day): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const possible = read.filter(isPossible);
  return possible.length > 0 ? possible : read.filter(({ year }) => year !== undefined).slice(0, 1);
}

const fullYear = (year: string): number => Number(year.length === 2 ? `20${year}` : year);
