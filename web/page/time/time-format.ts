import { replaceWords } from "../../../schema/text/text.ts";
import type { Locale } from "../../locales/locale.ts";
import { formattingTag } from "../formatting-tag.ts";

/** A piece of a time in words. @see https://tc39.es/ecma402/#sec-partitiondatetimepattern */
export type TimePart = Pick<Intl.DateTimeFormatPart, "type" | "value">;
/** Writes some fields of one time. */
export type TimeFormat = (options: Intl.DateTimeFormatOptions) => TimePart[];

/** The fields of a clock time with its zone. */
export const clock = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/**
 * Writes a time as a locale does, in the zone where the code runs unless another is given. `languages` are the
 * visitor's, as BCP 47 tags, the best first.
 * @see https://tc39.es/ecma402/#datetimeformat-objects
 */
export function createFormat(
  time: Date,
  locale: Locale,
  languages: readonly string[],
  timeZone: string | undefined,
): TimeFormat {
  const tag = formattingTag(locale, languages);
  const { words } = locale.dateAndClock ?? {};
  return (options) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone })
      .formatToParts(time)
      .map(({ type, value }) => ({ type, value: replaceWords(value, words) }));
}

/**
 * Text without line breaks. A minus replaces the hyphen of some engines, which would allow a break. Narrow spaces,
 * which only some engines write, become wide ones.
 */
export function unbroken(text: string): string {
  return text.replace(/[ \u202f]/g, "\u00a0").replace(/-(?=\d)/, "\u2212");
}
