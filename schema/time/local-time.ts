import { minuteMs } from "../text/minute.ts";
import { offsetAt } from "./offset.ts";

/** What a calendar and a clock on the wall say: `2026-11-22` and `03:30`. */
export interface WallTime {
  date: string;
  clock: string;
}

/** The times at which wall clocks show a date and time, in ms since the epoch. If clocks go forward, there may be none. */
export type Moments =
  | { kind: "incomplete" }
  | { kind: "one"; time: number }
  /** Clocks go back, and show it twice. */
  | { kind: "two"; times: [number, number] }
  /** Clocks go forward; `next` is what they show then. */
  | { kind: "none"; next: WallTime };

const day = 24 * 60 * minuteMs;

/** When wall clocks in a time zone show a date and a time. */
export function momentsOf({ date, clock }: WallTime, zone: string): Moments {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d/.test(clock)) return { kind: "incomplete" };
  const asUtc = Date.parse(`${date}T${clock.slice(0, 5)}:00Z`);
  if (Number.isNaN(asUtc)) return { kind: "incomplete" };
  // No zone changes its clocks twice within two days, and none by more than a day.
  const offsets = [offsetAt(zone, asUtc - day), offsetAt(zone, asUtc + day)] as const;
  const times = [...new Set(offsets)]
    .map((offset) => asUtc - offset)
    .filter((time) => time + offsetAt(zone, time) === asUtc)
    .sort((one, other) => one - other);
  const [first, second] = times;
  if (first === undefined)
    return { kind: "none", next: wallTimeOf(changeBetween(zone, asUtc, offsets), zone) };
  return second === undefined ? { kind: "one", time: first } : { kind: "two", times: [first, second] };
}

/** The minute in which the clocks of a zone go forward over a wall time. */
function changeBetween(zone: string, asUtc: number, [before, after]: readonly [number, number]): number {
  let [early, late] = [asUtc - after, asUtc - before];
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs;
    if (offsetAt(zone, middle) === before) early = middle;
    else late = middle;
  }
  return late;
}

/** What wall clocks in a time zone show at a time, in ms since the epoch. */
export function wallTimeOf(time: number, zone: string): WallTime {
  const [date = "", clock = ""] = new Date(time + offsetAt(zone, time)).toISOString().split("T");
  return { date, clock: clock.slice(0, 5) };
}

/** A time in ms since the epoch by the clocks of a zone. @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
export function toRfc3339(time: number, zone: string): string {
  return zone === "UTC" ? `${localTime(time)}Z` : rfc3339At(time, offsetAt(zone, time));
}

/** A time in ms since the epoch, by clocks that are `offset` ms ahead of UTC. */
export function rfc3339At(time: number, offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${localTime(time + offset)}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const localTime = (time: number): string => new Date(time).toISOString().slice(0, 19);
