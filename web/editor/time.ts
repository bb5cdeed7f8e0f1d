import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { dayMs, minuteMs } from "../../schema/text/minute.ts";
import { isKnownZone, offsetAt, ownZone } from "../../schema/time/time.ts";
import { formattingTag } from "../page/time.ts";
import { storageIn } from "./browser-storage.ts";
import { texts } from "./texts.ts";

/** How long ago a time was, or how far ahead it is, both in ms since the epoch: "23 days ago", "in 90 minutes", "just now". */
export function age(time: number, now: number): string {
  const minutes = Math.round((time - now) / minuteMs);
  if (minutes === 0) return texts.justNow;
  const [unit, size] = (
    [
      ["day", dayMs / minuteMs],
      ["hour", 60],
    ] as const
  ).find(([, size]) => Math.abs(minutes) >= 2 * size) ?? ["minute", 1];
  return new Intl.RelativeTimeFormat(texts.locale.tag).format(Math.round(minutes / size), unit);
}

const formatWith = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formattingTag(texts.locale, navigator.languages), options);

/** A time (RFC 3339) in the page's language, in the reader's format and time zone. */
export function dateAndTime(time: string): string {
  return formatWith({ dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}

const exactTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:[0-5]\d)(Z|[+-]\d\d:\d\d)$/i;

const storage = storageIn(() => localStorage);
const storedZone = "backsoon zone";
let lastZone = storage.read(storedZone);

/** Keeps the zone in which a time was typed: a notice has only its offset. */
export function keepZone(typed: string): void {
  lastZone = zoneIn(typed) ?? ownZone();
  storage.write(storedZone, lastZone);
}

/** The zone in which a time was probably typed: the last one that was typed here, or this computer's. */
const zoneOf = (value: string): string | undefined =>
  [lastZone ?? "", ownZone()].find((zone) => isIn(zone, value));

/** Whether the clocks of a zone show a time (RFC 3339) as it is written. */
const isIn = (zone: string, value: string): boolean =>
  isKnownZone(zone) && offsetAt(zone, timeOf(value)) === offsetOf(value);

/** An expected return as it would be typed here: `2026-11-29 14:00`, with its zone if that is not this computer's. */
export function returnText(value: string): string {
  const [, date, clock, seconds, offset = ""] = exactTime.exec(value) ?? [];
  if (date === undefined) return value;
  const zone = isIn(ownZone(), value) ? "" : ` ${zoneOf(value) ?? (/z/i.test(offset) ? "UTC" : offset)}`;
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

/** A time (RFC 3339) by the clocks by which it was typed. If they are not this computer's, what these show comes behind. */
export function timeInWords(value: string): string {
  const [time, offset, own] = [timeOf(value), offsetOf(value), ownZone()];
  const year = new Date(time).getUTCFullYear() === new Date().getUTCFullYear() ? undefined : "numeric";
  const clock = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
  const wall = formatWith({ ...clock, weekday: "long", day: "numeric", month: "long", year });
  const zone = zoneOf(value) ?? offsetName(offset);
  const here = formatWith({ ...clock, weekday: "short" }).format(time + offsetAt(own, time));
  const behind = isIn(own, value) ? "" : ` (${here} ${inPlace(own)})`;
  return `${wall.format(time + offset)} ${inPlace(zone)}${behind}`;
}

const inPlace = (zone: string): string => (zone.includes("/") ? texts.inPlace(placeOf(zone)) : zone);

function timeOf(value: string): number {
  const expected = readExpectedReturn(value);
  return expected.kind === "time" ? expected.time.getTime() : Number.NaN;
}

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
