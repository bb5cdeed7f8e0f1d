import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { minuteMs } from "../../schema/text/minute.ts";
import { isKnownZone, offsetAt, ownZone } from "../../schema/time/time.ts";
import { formattingTag } from "../page/time.ts";
import { texts } from "./texts.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago a time was, or how far ahead it is, both in ms since the epoch: "23 days ago", "in 2 hours", "just now". */
export function age(time: number, now: number): string {
  const ms = time - now;
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? [];
  if (!unit || !size) return texts.justNow;
  return new Intl.RelativeTimeFormat(texts.locale.tag).format(Math.trunc(ms / size), unit);
}

const formatWith = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formattingTag(texts.locale, navigator.languages), options);

/** A time (RFC 3339) in the page's language, in the reader's format and time zone. */
export function dateAndTime(time: string): string {
  return formatWith({ dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}

const exactTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:[0-5]\d)(Z|[+-]\d\d:\d\d)$/i;

/** An expected return as it would be typed here: `2026-11-29 14:00`, with its offset if that is not this computer's. */
export function returnText(value: string): string {
  const [, date, clock, seconds, offset = ""] = exactTime.exec(value) ?? [];
  if (date === undefined) return value;
  const zone = isOfOwnZone(value) ? "" : ` ${/z/i.test(offset) ? "UTC" : offset}`;
  return `${date} ${clock}${seconds === ":00" ? "" : seconds}${zone}`;
}

/** The time zone that a typed time names. */
export function zoneIn(text: string): string | undefined {
  const [zone = ""] = /\S+$/.exec(text.trim()) ?? [];
  if (/^(?:.*\dz|utc|gmt)$/i.test(zone)) return "UTC";
  return zone.includes("/") && isKnownZone(zone) ? zone : undefined;
}

/** The place in the name of a time zone: `Europe/Berlin` is Berlin. */
export function placeOf(zone: string): string {
  return zone.replace(/.*\//, "").replaceAll("_", " ");
}

/**
 * A time (RFC 3339) by the clocks by which it was typed: those of the zone that its text names, or this computer's, or
 * those with its offset. If they are others than this computer's, what these show comes behind.
 */
export function timeInWords(value: string, typed = ""): string {
  const [time, offset, own] = [timeOf(value), offsetOf(value), ownZone()];
  const year = new Date(time).getUTCFullYear() === new Date().getUTCFullYear() ? undefined : "numeric";
  const clock = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
  const wall = formatWith({ ...clock, weekday: "long", day: "numeric", month: "long", year });
  const zone = zoneIn(typed) ?? (isOfOwnZone(value) ? own : offsetName(offset));
  const here = formatWith({ ...clock, weekday: "short" }).format(time + offsetAt(own, time));
  const behind = isOfOwnZone(value) ? "" : ` (${here} ${inPlace(own)})`;
  return `${wall.format(time + offset)} ${inPlace(zone)}${behind}`;
}

const inPlace = (zone: string): string => (zone.includes("/") ? texts.inPlace(placeOf(zone)) : zone);

function timeOf(value: string): number {
  const expected = readExpectedReturn(value);
  return expected.kind === "time" ? expected.time.getTime() : Number.NaN;
}

const isOfOwnZone = (value: string): boolean => offsetAt(ownZone(), timeOf(value)) === offsetOf(value);

/** How far the clocks of a time (RFC 3339) are ahead of UTC, in ms. */
function offsetOf(value: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(value) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs : 0;
}

/** Clocks by their offset: `UTC+5:30`. */
function offsetName(offset: number): string {
  const ahead = Math.abs(offset) / minuteMs;
  const minutes = ahead % 60 > 0 ? `:${String(ahead % 60).padStart(2, "0")}` : "";
  return offset === 0 ? "UTC" : `UTC${offset < 0 ? "-" : "+"}${Math.floor(ahead / 60)}${minutes}`;
}
