import { minuteMs } from "../../schema/text/minute.ts";
import { replaceWords } from "../../schema/text/text.ts";
import type { Locale } from "../locales/locale.ts";
import { formattingTag } from "./time.ts";

/** An amount of time, only as precise as is useful. */
interface Amount {
  value: number;
  unit: "minute" | "hour" | "day" | "week" | "month" | "year";
  /** It is not exact, and says so. */
  isAbout?: boolean;
}

/** Shown until a poll tells how far off the time is: a blank that keeps the line's height. */
export const unknownTime = "\u00a0";

/**
 * How far ahead a time is, in words: "in about 2 hours", "in about 3 weeks".
 * `languages` are the visitor's, as BCP 47 tags, the best first.
 */
export function relativeTime(
  time: Date,
  now: number,
  locale: Locale,
  languages: readonly string[] = [],
): string {
  const amount = amountBetween(now, Math.max(time.getTime(), now + minuteMs));
  return inWords(amount, 1, locale, formattingTag(locale, languages));
}

/** How long ago a time was, at least a minute: "about 40 minutes ago". `languages` are as above. */
export function timeSince(
  time: Date,
  now: number,
  locale: Locale,
  languages: readonly string[] = [],
): string {
  const amount = amountBetween(Math.min(time.getTime(), now - minuteMs), now);
  return inWords(amount, -1, locale, formattingTag(locale, languages));
}

/**
 * Exact below 10 minutes, then by 5; in half hours from 90 minutes to 3 hours, in hours to 36, in days to 14, in weeks
 * to 8, in months to 23, then in years.
 */
function amountBetween(start: number, end: number): Amount {
  const minutes = Math.round((end - start) / minuteMs);
  const rounded = (step: number): number => Math.round(minutes / step) * step;
  if (minutes < 10) return { value: minutes, unit: "minute" };
  if (rounded(5) < 90) return { value: rounded(5), unit: "minute", isAbout: true };
  const hours = rounded(30) < 180 ? rounded(30) / 60 : rounded(60) / 60;
  if (hours <= 36) return { value: hours, unit: "hour", isAbout: true };
  const days = rounded(1440) / 1440;
  const [unit, length] =
    days < 15
      ? (["day", 1] as const)
      : days < 60
        ? (["week", 7] as const)
        : days < 715
          ? (["month", 30.44] as const)
          : (["year", 365.25] as const);
  return { value: Math.round(days / length), unit, isAbout: true };
}

const halves: Record<string, string> = { decimal: "½", fraction: "" };

/** @see https://tc39.es/ecma402/#relativetimeformat-objects */
function inWords({ value, unit, isAbout }: Amount, sign: 1 | -1, { about }: Locale, tag: string): string {
  const parts = new Intl.RelativeTimeFormat(tag).formatToParts(sign * value, unit);
  const number = parts.findIndex((part) => "unit" in part);
  const word = (place: typeof about.place): string => (isAbout && about.place === place ? about.word : "");
  const words = parts.map(
    ({ type, value }, index) => (index === number ? word("number") : "") + (halves[type] ?? value),
  );
  return replaceWords(word("before") + tidy(words.join("")) + word("after"), about.words);
}

/**
 * Corrects what engines write. Hebrew has words for one and two, with the digit in brackets after them: the digit's
 * prefix moves before the word, without its hyphen. Chinese and Japanese have no spaces.
 */
function tidy(words: string): string {
  return words.replace(/(\S+) \((.*?)-?\d\)/, "$2$1").replace(/ (?=\p{Script=Han})/gu, "");
}
