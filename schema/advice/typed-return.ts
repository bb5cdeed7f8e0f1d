import type { Fault } from "../errors/notice-error.ts";
import { readExpectedReturn } from "../notice/expected-return.ts";
import type { Notice } from "../notice/notice.ts";
import { hasTimeShape } from "../notice/translations.ts";
import { dayMs, minuteMs } from "../text/minute.ts";
import { showValue } from "../text/text.ts";
import {
  durationInWords,
  isKnownZone,
  offsetAt,
  ownZone,
  rfc3339At,
  timeFromNow,
  toRfc3339,
  wallTimeOf,
} from "../time/time.ts";

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

/** What a typed expected return is: text, a time, or neither for certain. */
export type Judgement =
  | { kind: "words"; value: string }
  /** The value is in RFC 3339. `isZoneAssumed`: the text names no zone, and needs one. */
  | { kind: "time"; value: string; isZoneAssumed: boolean }
  | Refused;

/** A text that may mean a time, and does not say for certain which. */
interface Refused {
  kind: "refused";
  /** `form` is none that is read; `skipped` and `twice` are so by a change of the clocks. */
  why: "form" | "impossible" | "passed" | "skipped" | "twice";
  /** How long ago it was, in ms, if it has passed. */
  ago?: number;
  /** What it may mean, in RFC 3339, if the clocks change. */
  readings?: string[];
}

/** How far ahead an expected return is worth a warning, in ms. */
export const farAheadMs = 14 * dayMs;

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const day = (name: string): string => `(?<${name}>today|tomorrow|${weekdays.join("|")})`;
const offset = String.raw`\d\d(?::?\d\d)?`;
// 10:00-11:00 is a range: a minus begins an offset only after a blank, after seconds, or as in RFC 3339.
const zone = String.raw`(?:\s?(?<zone>z|utc|gmt|\+${offset}|(?<=\s|:\d\d:\d\d|t[\d:]+)-${offset}|(?<=\s)[a-z_]+(?:/[\w+-]+)+))?`;
const clock = String.raw`(?=\d\d?(?::|\s?[ap]m))(?<hour>\d\d?)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?(?:\s?(?<half>[ap])m)?`;
const date = String.raw`(?<date>\d{4}-\d\d-\d\d)(?:\s+|t)`;
const forms = [`(?:${day("day")}\\s+|${date})?${clock}`, `${clock}\\s+${day("day")}`].map(
  (form) => new RegExp(`^${form}${zone}$`, "i"),
);

/** Shapes that hold a clock or a date in figures, in any digits, whatever words stand beside them. */
const timeShapes = [
  String.raw`(?<![#.,])#{1,2}(?:\s?[:h]\s?|\.)##(?!#)`,
  String.raw`(?<!#)#{1,2}\s?(?:h|uhr|[ap]\.?m|o.?clock)(?!\p{L})`,
  String.raw`#\s?[時时點点시](?![間间간])`,
  String.raw`(?<!#)#{1,4}\s?(?:z|utc|gmt)(?!\p{L})`,
  String.raw`(?<!#)(?:#{4}\s?[-/.]\s?#{1,2}\s?[-/.]\s?#{1,2}|#{1,2}\s?[-/.]\s?#{1,2}\s?[-/.]\s?(?:#{4}|##)|20#{6})(?!#)`,
  String.raw`(?<![#/])#{1,2}(?:\.\s?#{1,2}\.|/#{1,2})(?![#/])`,
  // Nothing but a duration, or a number with a sign.
  String.raw`^(?:#+(?:[.,]#+)?\s?(?:w(?:eeks?)?|d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\.?,?\s*)+$`,
  "^p(?=#|t#)(?:#+[ymwd])*(?:t(?:#+[hms])+)?$",
  String.raw`^[+\u2212-]\s?#`,
].map((shape) => new RegExp(shape.replaceAll("#", "\\p{Nd}"), "iu"));

/** Whether a text holds a clock or a date in figures, or is nothing but a number or a duration. */
function isLikeTime(text: string): boolean {
  const plain = text.normalize("NFKC").trim();
  const isNumber = /\p{Nd}/u.test(plain) && !/\p{L}/u.test(plain);
  return isNumber || timeShapes.some((shape) => shape.test(plain));
}

/** Judges a typed expected return, once at each door. A value that stands already is text like any other. */
export function judgeReturn(text: string, at: TypedAt, standing?: string): Judgement {
  if (text === standing) return { kind: "words", value: text };
  const typed = text.trim();
  const value = timeFromNow(typed, new Date(at.now)) ?? typed;
  const exact = readExpectedReturn(value);
  if (exact.kind === "time") {
    const ago = at.now - exact.time.getTime();
    return ago < 0 ? { kind: "time", value, isZoneAssumed: false } : { kind: "refused", why: "passed", ago };
  }
  const groups = forms.map((form) => form.exec(typed)?.groups).find(Boolean);
  const read = groups && readForm(groups, at);
  if (read) return read;
  return isLikeTime(text) ? { kind: "refused", why: "form" } : { kind: "words", value: text };
}

/** Reads the parts of a form; undefined if its zone is unknown. */
function readForm(groups: Record<string, string | undefined>, at: TypedAt): Judgement | undefined {
  const { date, day, hour = "", minute = "00", second = "00", half, zone } = groups;
  const where = zone === undefined ? at.zone : placeOf(zone);
  if (where === undefined) return undefined;
  const clock = `${half ? in24Hours(Number(hour), half) : hour.padStart(2, "0")}:${minute}:${second}`;
  const times = (date ? [date] : daysFrom(at.now, where, day)).map((on) => asUtc(on, clock));
  for (const time of times) {
    if (time === undefined) return { kind: "refused", why: "impossible" };
    const { all, shown } = readingsOf(time, where);
    if (all.every((time) => time <= at.now)) continue;
    const readings = all.map((time) => inRfc3339(time, where));
    const [next, other] = shown.filter((time) => time > at.now);
    if (next === undefined) return { kind: "refused", why: "skipped", readings };
    if (other !== undefined) return { kind: "refused", why: "twice", readings };
    const value = inRfc3339(next, where);
    // The end of the year 9999 may not be in it everywhere.
    if (readExpectedReturn(value).kind === "text") return { kind: "refused", why: "impossible" };
    return { kind: "time", value, isZoneAssumed: zone === undefined };
  }
  return { kind: "refused", why: "passed", ago: at.now - Math.max(...readingsOf(times[0] ?? 0, where).all) };
}

/** The hour of a clock with two halves; 99, which no clock shows, if it has no such hour. */
function in24Hours(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return "99";
  return String((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)).padStart(2, "0");
}

/** The clocks of a zone, by its name or by their ms ahead of UTC; undefined if there are none. */
function placeOf(zone: string): string | number | undefined {
  if (/^(?:z|utc|gmt)$/i.test(zone)) return "UTC";
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return isKnownZone(zone) ? zone : undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** The days on which a clock time may be meant, the first first: today and tomorrow, unless a day is named. */
function daysFrom(now: number, where: string | number, named?: string): string[] {
  const today = Date.parse(typeof where === "string" ? wallTimeOf(now, where).date : isoDay(now + where));
  const next = [0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => new Date(today + ahead * dayMs));
  const days = next.filter((day, ahead) => {
    const names = [weekdays[day.getUTCDay()], ["today", "tomorrow"][ahead]];
    return named === undefined ? ahead <= 1 : names.includes(named.toLowerCase());
  });
  return days.map((day) => isoDay(day.getTime()));
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A date and a clock time as if they were in UTC; undefined if there are no such. */
function asUtc(date: string, clock: string): number | undefined {
  const time = Date.parse(`${date}T${clock}Z`);
  // `Date` reads 24:00, and the 31st of each month, as the day after.
  return Number.isNaN(time) || isoDay(time) !== date ? undefined : time;
}

/** What clocks may mean by a time: one, or two around their change, of which they show none or both. */
function readingsOf(asUtc: number, where: string | number): { all: number[]; shown: number[] } {
  if (typeof where === "number") return { all: [asUtc - where], shown: [asUtc - where] };
  const offsets = [offsetAt(where, asUtc - dayMs), offsetAt(where, asUtc + dayMs)];
  const all = [...new Set(offsets)].map((offset) => asUtc - offset).toSorted((one, other) => one - other);
  const shown = all.filter((time) => time + offsetAt(where, time) === asUtc);
  return { all: shown.length === 1 ? shown : all, shown };
}

function inRfc3339(time: number, where: string | number): string {
  return typeof where === "string" ? toRfc3339(time, where) : rfc3339At(time, where);
}

/** What is wrong with a refused text, and how to fix it: `"24:00" is not a real time: correct it`. */
export function describeRefusal(text: string, { why, ago = 0, readings = [] }: Refused): string {
  const reasons: Record<Refused["why"], string> = {
    form: `may mean a time, but is in no form that is read: write +90m, 22:30, monday 9pm or 2026-11-29 14:00, the last three also with a zone such as UTC, +01:00 or Europe/Berlin`,
    impossible: "is not a real date and time: correct it",
    passed: `passed ${durationInWords(ago)} ago: give a time in the future`,
    skipped: `does not occur, because the clocks go forward: give ${readings.join(" or ")}`,
    twice: `occurs twice, because the clocks go back: give ${readings.join(" or ")}`,
  };
  return `${showValue(text)} ${reasons[why]}`;
}

/** A time as clocks here show it: `Sunday 29 November, 14:00 in Berlin, in 19 h`. */
export function sayTime(time: Date, { now, zone }: TypedAt): string {
  const { date, clock } = wallTimeOf(time.getTime(), zone);
  const isThisYear = wallTimeOf(now, zone).date.slice(0, 4) === date.slice(0, 4);
  const day = new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" },
    ...(!isThisYear && { year: "numeric" }),
  });
  const place = zone === "UTC" ? "UTC" : `in ${zone.replace(/.*\//, "").replaceAll("_", " ")}`;
  const ahead = time.getTime() - now;
  const distance = ahead > 0 ? `in ${durationInWords(ahead)}` : `${durationInWords(-ahead)} ago`;
  return `${day.format(new Date(date)).replace(",", "")}, ${clock} ${place}, ${distance}`;
}

/** The verdict on the expected returns of a document. */
export interface Verdict {
  /** A time from now, or one that does not exist, which no document may have. */
  faults: Fault[];
  /** Warnings of text that was probably meant as a time. */
  doubts: string[];
}

/** Judges what a document has anew. Its text is free, except for faults. Without `command`, doubts name the fields. */
export function judgeDocument(document: unknown, at: TypedAt, standing?: Notice, command?: string): Verdict {
  const { expectedReturn, translations } = Object(document);
  const verdict: Verdict = { faults: [], doubts: [] };
  const judge = (value: unknown, before: string | undefined, tag?: string): void => {
    // A time is in the form of a document, even if it has passed.
    if (typeof value !== "string" || readExpectedReturn(value).kind === "time") return;
    const judged = judgeReturn(value, at, before);
    if (judged.kind === "words") return;
    const meant = judged.kind === "time" ? judged.value : judged.readings?.join(" or ");
    const give = `give ${meant ?? "it in full, such as 2026-11-29T14:00:00+01:00"}`;
    const isFromNow = timeFromNow(value, new Date(at.now)) !== undefined;
    if (tag === undefined && (isFromNow || hasTimeShape(value))) {
      const what = isFromNow ? "a time from now" : "which is not a real date and time";
      const detail = `"expectedReturn" is ${showValue(value)}, ${what}: ${give}, or words.`;
      verdict.faults.push({ detail, pointer: "#/expectedReturn" });
      return;
    }
    const field = `"${tag === undefined ? "" : `translations.${tag}.`}expectedReturn":`;
    const name =
      command === undefined ? field : `The expected return${tag === undefined ? "" : ` in ${tag}`}`;
    const where = tag === undefined ? "" : " in the notice itself, which every language shows";
    verdict.doubts.push(`${name} ${showValue(value)} is shown as text: if a time is meant, ${give}${where}.`);
  };
  judge(expectedReturn, standing?.expectedReturn);
  for (const [tag, texts] of Object.entries(Object(translations)))
    judge(Object(texts).expectedReturn, standing?.translations?.[tag]?.expectedReturn, tag);
  return verdict;
}

/** A verdict on a notice that was published before, which has no faults: they are doubts. */
export function asDoubts({ faults, doubts }: Verdict): Verdict {
  return { faults: [], doubts: [...faults.map(({ detail }) => detail), ...doubts] };
}
