import { type LanguageTag, languageTags } from "../../../../../schema/languages/tags.ts";
import type { Figure } from "../figure.ts";
import { multipliersIn } from "../multipliers.ts";
import { quote } from "../plain-text.ts";
import { boundsOf, isUnitFirst, unitsIn } from "../units.ts";
import { clockWords, onlyClockAfter, onlyClockBefore } from "./clock-words.ts";
import { dayPeriodsOf, hoursIn } from "./day-periods.ts";
import { hourPartsIn } from "./find-hour-part.ts";

/** An hour, with minutes after `:`, `.` or `h`, or with the character for hours in Chinese, Japanese or Korean. */
const clock =
  /(?<![\d.,:])(\d{1,2})(?:\s?:\s?([0-5]\d)(?::[0-5]\d)?|\s?h\s?([0-5]\d)(?!\d|\s?min)|\.([0-5]\d)|\s?([時时点點시])(?![間间간])(?:\s?([0-5]?\d)\s?[分분])?)?(?![\d:]|[.,]\d|\s?%)/gu;

/** The longest way from a number to the word that says what it is, in UTF-16 units. */
const reach = 32;

interface Surroundings {
  /** Whether a word makes a clock time of the number, or may. */
  isClock: boolean;
  /** Whether the word stands before it, and so makes no duration of it. */
  isTime: boolean;
  /** Whether it may be a duration all the same, as in French, where hours are both. */
  isUnsure: boolean;
  period: Set<number> | undefined;
}

/** The clock times in a plain text; a whole hour is one only with a word that says so. */
export function findClockTimes(text: string, language: LanguageTag | undefined): Figure[] {
  const lookAround = language === undefined ? lookInAny(text) : surroundingsIn(language);
  const partOf = hourPartsIn(language);
  const multiplierAfter = multipliersIn(language);
  return [...text.matchAll(clock)].flatMap((match): Figure[] => {
    const [raw, hour = "", colon, h, dot, character, minutes] = match;
    const [start, end] = [match.index, match.index + raw.length];
    if (Number(hour) > 24) return [];
    const given = colon ?? h ?? dot ?? minutes;
    const minute = (given ?? "0").padStart(2, "0");
    const isExplicit = (given ?? character) !== undefined;
    const before = text.slice(Math.max(0, start - reach), start);
    const after = text.slice(end, end + reach);
    if (!isExplicit && language !== undefined && multiplierAfter(after)) return [];
    const part = given === undefined ? partOf(before, after) : undefined;
    const own = lookAround(part?.before ?? before, part?.after ?? after, isExplicit);
    const isOpen = !own.isClock && !isExplicit && part === undefined;
    const { isClock, isTime, isUnsure, period } = (isOpen && lookBeyond(before, after, lookAround)) || own;
    const isTwelve = Number(hour) <= 12;
    const hours = period && isTwelve ? hoursIn(Number(hour), period) : [Number(hour) % 24];
    const total = Number(minute) + (part?.minutes ?? 0);
    const readings = hours.map((value) => timeOf(value * 60 + total));
    const figure: Figure = { kind: "time", raw, readings, start, end };
    if (period && isTwelve) return [{ ...figure, isFixed: true }];
    if (dot !== undefined && !isClock) return [{ ...figure, readings: [...readings, `n:${hour}.${dot}`] }];
    if (given !== undefined || part?.isClock) return [figure];
    if (!isClock && character === undefined) return [];
    const value = Number(hour) + (part?.minutes ?? 0) / 60;
    const isOnlyClock = !isUnsure || character !== undefined;
    const kind = isTime || isOnlyClock ? "time" : "number";
    const amounts = [...(part ? [] : [`m:${value}`]), ...(isOnlyClock ? [] : [`n:${value}`])];
    const unit = isOnlyClock ? undefined : unitsIn(language).unitOf("", after);
    return [{ ...figure, kind, readings: [...readings, ...amounts], unit }];
  });
}

function timeOf(minutes: number): string {
  const time = (minutes + 24 * 60) % (24 * 60);
  return `t:${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`;
}

/** To the other end of a range, which has the word that makes clock times of both. */
const otherEnd = /^\s*(?:[-–—−~〜～/]|[\p{L}\p{M}]{1,6}\.?)\s*\d{1,2}(?!\d)/u;

/** What an hour with a part of the day before it is by the other end of its range. */
function lookBeyond(before: string, after: string, look: Look): Surroundings | undefined {
  const [found] = otherEnd.exec(after) ?? [];
  if (found === undefined || !look("", after.slice(found.length), false).isClock) return undefined;
  const { period } = look(before, "", true);
  return period && { isClock: true, isTime: true, isUnsure: false, period };
}

/** Tells whether what stands before a number says that it is a clock time. */
export function endsWithClockWord(language: LanguageTag | undefined): (before: string) => boolean {
  const look = surroundingsIn(language ?? "en");
  return (before) => look(before, "", false).isTime;
}

type Look = (before: string, after: string, isExplicit: boolean) => Surroundings;
const looks = new Map<LanguageTag, Look>();

function surroundingsIn(language: LanguageTag): Look {
  const look = looks.get(language) ?? createLook(language);
  looks.set(language, look);
  return look;
}

/** Looks at a text whose language nobody has said: a part of the day may be named in any, a whole hour in English. */
function lookInAny(text: string): Look {
  const english = surroundingsIn("en");
  const named = languageTags.filter((tag) => tag !== "en" && hasPeriod(text, tag)).map(surroundingsIn);
  return (...around) => {
    const own = english(...around);
    const period = own.period ?? named.map((look) => look(...around).period).find(Boolean);
    return { ...own, period };
  };
}

function hasPeriod(text: string, language: LanguageTag): boolean {
  return [...dayPeriodsOf(language).keys()].some((word) => word.length > 2 && text.includes(word));
}

function createLook(language: LanguageTag): Look {
  const periods = dayPeriodsOf(language);
  const [begin, over] = boundsOf(language);
  const { unitOf, isDuration } = unitsIn(language);
  const isPrefixed = isUnitFirst(language);
  const { before = "(?!)", after = "(?!)" } = clockWords[language] ?? {};
  const words = [...periods.keys()].sort((one, other) => other.length - one.length).map(quote);
  const period = `(${words.join("|")})`;
  const isBefore = new RegExp(`(?:${begin}${period}[\\s,]{0,3})?(?:${begin}(${before})\\s{0,3})?$`, "u");
  const isAfter = new RegExp(`^(?:\\s{0,3}(${after})${over})?(?:[\\s,]{0,3}${period}${over})?`, "u");
  const isOnlyBefore = new RegExp(`(?:${begin}(?:${onlyClockBefore[language] ?? "(?!)"})\\s{0,3})$`, "u");
  return (textBefore, textAfter, isExplicit) => {
    const [, periodBefore, wordBefore] = isBefore.exec(textBefore) ?? [];
    const [, wordAfter, periodAfter] = isAfter.exec(textAfter) ?? [];
    const isTime =
      wordBefore !== undefined && (wordAfter !== undefined || unitOf("", textAfter) === undefined);
    const isClock = isTime || wordAfter !== undefined;
    const isSure = wordAfter === undefined ? !isDuration(textAfter) : onlyClockAfter.has(language);
    const isUnsure = isPrefixed || !(isSure || isOnlyBefore.test(textBefore));
    // A part of the day before a number is said of it only if it is a clock time by something else, too.
    const named = periodAfter ?? (isClock || isExplicit ? periodBefore : undefined);
    return {
      isClock,
      isTime,
      isUnsure,
      period: named === undefined ? undefined : periods.get(named.replace(/\s+/g, " ")),
    };
  };
}
