import { minuteMs } from "../../text/minute.ts";
import { momentsOf, rfc3339At, toRfc3339, wallTimeOf } from "../../time/local-time.ts";
import type { ClockTime, Day, Typed } from "./read-typed.ts";

/** When and where a text was typed: in ms since the epoch, and in which time zone. */
export interface TypedAt {
  now: number;
  zone: string;
}

/** A day of 24 hours, in ms. */
export const dayMs = 24 * 60 * minuteMs;

/** How far ahead an expected return is worth a warning, in ms. */
export const farAheadMs = 14 * dayMs;

const midnight: ClockTime = { hour: 0, minute: 0, second: 0 };
/** A year in which a time can be written, whatever its offset. */
const lastYear = 9998;

/**
 * The time that was probably meant: the next one that what was typed can stand for, in RFC 3339. If that has passed, the
 * year is another one where that is near, or else it is the next time that clocks show the same; undefined where that would
 * be a midnight that nobody typed, and for a duration below zero.
 */
export function meantTime(typed: Typed, { now, zone }: TypedAt): string | undefined {
  if (typed.kind === "duration" && typed.ms < 0) return undefined;
  if (typed.kind === "duration")
    return toRfc3339(nextMinute(Math.min(now + typed.ms, Date.UTC(lastYear, 0)), now), zone);
  const { days, clock = midnight } = typed;
  const offset = offsetOf(typed.offset);
  const today = offset === undefined ? wallTimeOf(now, zone).date : isoDate(now + offset);
  const thisYear = Number(today.slice(0, 4));
  const years = [thisYear, thisYear + 1];
  const ahead = (days: Day[]): number[] =>
    days
      .flatMap((day) => momentsAt(day, clock, offset ?? zone, thisYear))
      .filter((time) => time > now)
      .sort((one, other) => one - other);
  const inYears = days.flatMap((day) => years.map((year) => ({ ...day, year })));
  const [meant] = ahead(days.flatMap((day) => (day.year === undefined ? inYears : [day])));
  const near = ahead(inYears).find((time) => time <= now + farAheadMs);
  const [next = now] = ahead(followingDays(today));
  const time = meant ?? near ?? (typed.kind === "date" ? undefined : next);
  if (time === undefined) return undefined;
  return offset === undefined ? toRfc3339(time, zone) : inOffset(time, offset, typed.offset);
}

/** A time in full minutes, and at least one ahead. */
function nextMinute(time: number, now: number): number {
  return Math.max(Math.ceil(time / minuteMs), Math.floor(now / minuteMs) + 1) * minuteMs;
}

function inOffset(time: number, offset: number, typed = ""): string {
  return /^z$/i.test(typed) ? toRfc3339(time, "UTC") : rfc3339At(time, offset);
}

/** The offset that was typed, in ms; undefined for none, and for one that there is not. */
function offsetOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (/^z$/i.test(typed)) return 0;
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(typed) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (!(hour <= 23 && minute <= 59)) return undefined;
  return (sign === "-" ? -1 : 1) * (hour * 60 + minute) * minuteMs;
}

/** The moments at which clocks show a time on a day, or those when they have gone forward over it. */
function momentsAt(
  { year = 0, month, day }: Day,
  clock: ClockTime,
  where: string | number,
  thisYear: number,
): number[] {
  if (year < thisYear || year > lastYear) return [];
  const inMonth = Math.min(Math.max(month, 1), 12);
  const lastDay = new Date(Date.UTC(year, inMonth, 0)).getUTCDate();
  const inDay = Math.min(Math.max(day, 1), lastDay);
  const isNextDay = clock.hour === 24;
  const date = isoDate(Date.UTC(year, inMonth - 1, inDay + (isNextDay ? 1 : 0)));
  const hour = isNextDay ? 0 : Math.min(clock.hour, 23);
  const shown = `${two(hour)}:${two(Math.min(clock.minute, 59))}`;
  const ms = Math.min(clock.second, 59) * 1000;
  return minutesAt(date, shown, where).map((time) => time + ms);
}

function minutesAt(date: string, clock: string, where: string | number): number[] {
  if (typeof where === "number") return [Date.parse(`${date}T${clock}:00Z`) - where];
  const moments = momentsOf({ date, clock }, where);
  if (moments.kind === "one") return [moments.time];
  if (moments.kind === "two") return moments.times;
  return moments.kind === "none" ? minutesAt(moments.next.date, moments.next.clock, where) : [];
}

/** A day and the two after it: clocks that go forward may leave out one. */
function followingDays(today: string): Day[] {
  return [0, 1, 2].map((count) => {
    const [year, month, day] = isoDate(Date.parse(today) + count * dayMs)
      .split("-")
      .map(Number);
    return { year: year ?? 0, month: month ?? 1, day: day ?? 1 };
  });
}

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, "0");
