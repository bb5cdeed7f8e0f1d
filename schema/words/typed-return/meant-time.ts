import { minuteMs } from "../../text/minute.ts";
import { momentsOf, rfc3339At, toRfc3339, wallTimeOf } from "../../time/local-time.ts";
import { offsetAt } from "../../time/offset.ts";
import { ownZone } from "../../time/zones.ts";
import type { ClockTime, Day, Typed, TypedTime } from "./read-typed.ts";

/** When and where a text was typed: in ms since the epoch, and in which time zone. */
export interface TypedAt {
  readonly now: number;
  readonly zone: string;
}

/** This time, and this computer's time zone. Finding the zone is slow, and few texts need it. */
export function typedHere(time: Date): TypedAt {
  return {
    now: time.getTime(),
    get zone() {
      return ownZone();
    },
  };
}

/** A day of 24 hours, in ms. */
export const dayMs = 24 * 60 * minuteMs;

/** How far ahead an expected return is worth a warning, in ms. */
export const farAheadMs = 14 * dayMs;

const midnight: ClockTime = { hour: 0, minute: 0, second: 0 };
/** The first time that cannot be written, whether in UTC or by local clocks. */
const afterLast = Date.UTC(10_000, 0);

/** The time that was probably meant. */
export interface Meant {
  /** In RFC 3339. */
  time: string;
  /** The time zone that was assumed; absent if the text names one. */
  zone?: string;
  /** Whether the text can mean no other time: it has a zone, a day and a clock time. */
  isSure: boolean;
  /** Whether the typed time has passed. `time` is then a later one. */
  hasPassed: boolean;
}

/**
 * The time that was probably meant: the next that fits the text. If that has passed, the same day of another year if it
 * is near, else the next time with the same clock time. Undefined for a passed date without a clock time, a negative
 * duration, and a day, clock time or offset that does not exist.
 */
export function meantTime(typed: Typed, { now, zone }: TypedAt): Meant | undefined {
  if (typed.kind === "duration") {
    if (typed.ms < 0) return undefined;
    const time = nextMinute(Math.min(now + typed.ms, afterLast - 366 * dayMs), now);
    return { time: toRfc3339(time, zone), zone, isSure: false, hasPassed: false };
  }
  const { days, clock = midnight } = typed;
  const place = placeOf(typed, { now, zone });
  if (!isClockTime(clock) || place === undefined) return undefined;
  const { where } = place;
  const today = typeof where === "string" ? wallTimeOf(now, where).date : isoDate(now + where);
  const thisYear = Number(today.slice(0, 4));
  const years = [thisYear, thisYear + 1];
  const ahead = (days: Day[]): number[] =>
    days
      .flatMap((day) => momentsAt(day, clock, where, thisYear))
      .filter((time) => time > now && time < afterLast)
      .sort((one, other) => one - other);
  const inYears = days.flatMap((day) => years.map((year) => ({ ...day, year })));
  const typedDays = days.flatMap((day) => (day.year === undefined ? inYears : [day]));
  if (days.length > 0 && !typedDays.some(isDay)) return undefined;
  const [meant] = ahead(typedDays);
  const near = ahead(inYears).find((time) => time <= now + farAheadMs);
  const [next = now] = ahead(followingDays(today));
  const time = meant ?? near ?? (typed.kind === "date" ? undefined : next);
  if (time === undefined) return undefined;
  const isOfZone = typeof where === "string";
  return {
    time: isOfZone ? toRfc3339(time, where) : inOffset(time, where, typed.offset),
    ...(!place.isTyped && { zone }),
    isSure:
      place.isSure && days.length <= 1 && (!isOfZone || isShownOnce(time, clock, where)) && fits(typed, time),
    hasPassed: days.length > 0 && meant === undefined,
  };
}

/** The clocks that were meant: those of a zone, or of an offset from UTC in ms. */
interface Place {
  where: string | number;
  /** Whether the text names them. If it can mean no others, `isSure`. */
  isTyped: boolean;
  isSure: boolean;
}

/** Of several zones, the one with the offset of `zone`, or the first; undefined for an impossible offset. */
function placeOf({ offset, zone: typed }: TypedTime, { now, zone }: TypedAt): Place | undefined {
  const ahead = offsetOf(offset);
  if (ahead !== undefined) return { where: ahead, isTyped: true, isSure: true };
  if (offset !== undefined) return undefined;
  if (!typed) return { where: zone, isTyped: false, isSure: false };
  if ("offset" in typed) return { where: typed.offset, isTyped: true, isSure: true };
  const [first = zone, ...others] = typed.names;
  const own = others.find((other) => offsetAt(other, now) === offsetAt(zone, now));
  return { where: own ?? first, isTyped: true, isSure: others.length === 0 };
}

/** Whether a zone's clocks show this at a time, and at no other time. */
function isShownOnce(time: number, { hour, minute }: ClockTime, zone: string): boolean {
  const wall = wallTimeOf(time, zone);
  return wall.clock === `${two(hour)}:${two(minute)}` && momentsOf(wall, zone).kind === "one";
}

/** Whether the typed offset and the typed zone agree at a time. */
function fits({ offset, zone }: TypedTime, time: number): boolean {
  if (offset === undefined || !zone) return true;
  const ahead = "offset" in zone ? [zone.offset] : zone.names.map((name) => offsetAt(name, time));
  return ahead.some((ms) => ms === offsetOf(offset));
}

/** A time in full minutes, and at least one ahead. */
function nextMinute(time: number, now: number): number {
  return Math.max(Math.ceil(time / minuteMs), Math.floor(now / minuteMs) + 1) * minuteMs;
}

/** UTC is `Z`, unless an offset was typed. */
function inOffset(time: number, offset: number, typed = "Z"): string {
  return offset === 0 && /^z$/i.test(typed) ? toRfc3339(time, "UTC") : rfc3339At(time, offset);
}

/** The typed offset in ms; undefined if there is none, or if it is impossible. */
function offsetOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (/^z$/i.test(typed)) return 0;
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(typed) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (!(hour <= 23 && minute <= 59)) return undefined;
  return (sign === "-" ? -1 : 1) * (hour * 60 + minute) * minuteMs;
}

/** Whether clocks show such a time; 24:00 is the end of a day. */
function isClockTime({ hour, minute, second }: ClockTime): boolean {
  return minute <= 59 && second <= 59 && (hour <= 23 || (hour === 24 && minute + second === 0));
}

/** Whether the calendar has such a day. */
function isDay({ year = 0, month, day }: Day): boolean {
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
}

/** The moments at which clocks show a time on a day. If they skip it, the moment when they go forward. */
function momentsAt(date: Day, clock: ClockTime, where: string | number, thisYear: number): number[] {
  const { year = 0, month, day } = date;
  const isNextDay = clock.hour === 24;
  const start = Date.UTC(year, month - 1, day + (isNextDay ? 1 : 0));
  if (year < thisYear || start >= afterLast || !isDay(date)) return [];
  const shown = `${two(isNextDay ? 0 : clock.hour)}:${two(clock.minute)}`;
  return minutesAt(isoDate(start), shown, where).map((time) => time + clock.second * 1000);
}

function minutesAt(date: string, clock: string, where: string | number): number[] {
  if (typeof where === "number") return [Date.parse(`${date}T${clock}:00Z`) - where];
  const moments = momentsOf({ date, clock }, where);
  if (moments.kind === "one") return [moments.time];
  if (moments.kind === "two") return moments.times;
  return moments.kind === "none" ? minutesAt(moments.next.date, moments.next.clock, where) : [];
}

/** A day and the two after it: clocks that go forward may leave out one. */
export function followingDays(today: string): Day[] {
  return [0, 1, 2].map((count) => {
    const [year, month, day] = isoDate(Date.parse(today) + count * dayMs)
      .split("-")
      .map(Number);
    return { year: year ?? 0, month: month ?? 1, day: day ?? 1 };
  });
}

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, "0");
