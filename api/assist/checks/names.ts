import type { LanguageTag } from "../../../schema/languages/tags.ts";

/** The days and months that a text names, in English. */
export interface Names {
  /** Names in full, exactly as the language writes them. */
  sure: Set<string>;
  /** These names, and words that may be names: a short or inflected form, or lower case, such as the English `may`. */
  possible: Set<string>;
  /** The text without the names that contain digits, such as 11月. */
  rest: string;
}

type Form = { name: string; text: string; sure: RegExp | undefined; possible: RegExp };

const formsByLanguage = new Map<LanguageTag, Form[]>();

/** Finds the days of the week and the months in a text. */
export function findNames(text: string, language: LanguageTag): Names {
  const forms = formsByLanguage.get(language) ?? readForms(language);
  formsByLanguage.set(language, forms);
  const names: Names = { sure: new Set(), possible: new Set(), rest: text };
  for (const form of forms) {
    if (form.sure?.test(names.rest)) names.sure.add(form.name);
    if (names.rest.search(form.possible) >= 0) names.possible.add(form.name);
    // Removed, because 十一月 ends with another month, and the 11 of 11月 is not a number.
    if (/\p{Nd}|\p{Script=Han}/u.test(form.text)) names.rest = names.rest.replace(form.possible, " ");
  }
  return names;
}

/** The names of a language's days and months, the longest first. */
function readForms(language: LanguageTag): Form[] {
  const forms = new Map<string, Form>();
  for (const style of styles) {
    const format = formatOf(`${language}-u-ca-gregory-nu-latn`, style);
    for (const day of days)
      for (const kind of ["weekday", "month"] as const) {
        const parts = format.formatToParts(day).filter(({ type }) => type === kind || !("day" in style));
        const text = parts.reduce((all, { value }) => all + value, "").normalize("NFKC");
        const isLong = style[kind] === "long";
        const isName = kind in style && text.length > (isLong ? 1 : 2) && !/^\p{Nd}*$/u.test(text);
        if (isName && !forms.has(text)) forms.set(text, formOf(english[kind].format(day), text, isLong));
      }
  }
  return [...forms.values()].sort((one, other) => other.text.length - one.text.length);
}

/** Names alone and within a date, where some languages inflect them. */
const styles: Intl.DateTimeFormatOptions[] = [
  { weekday: "long" },
  { month: "long" },
  { month: "short" },
  { weekday: "long", month: "long", day: "numeric" },
  { weekday: "short", month: "short", day: "numeric" },
];

/** Days that cover all months and all days of the week, in ms since the epoch. */
const days = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1));

const formatOf = (locale: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });

const english = { weekday: formatOf("en", styles[0] ?? {}), month: formatOf("en", styles[1] ?? {}) };

/** Scripts without spaces between words, or that attach particles to words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function formOf(name: string, text: string, isLong: boolean): Form {
  const asPattern = (part: string): string => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const edge = unspaced.test(text) ? "\\p{Nd}" : "[\\p{L}\\p{M}\\p{Nd}\\u200c]";
  const whole = `(?<!${edge})${asPattern(text)}${unspaced.test(text) ? "" : `(?!${edge})`}`;
  const hasStem = isLong && !unspaced.test(text) && text.length > 4 && !/\p{Nd}/u.test(text);
  const part = hasStem ? asPattern(text.slice(0, Math.max(4, text.length - 2))) : whole;
  const sure = isLong ? new RegExp(whole, "u") : undefined;
  return { name, text, sure, possible: new RegExp(part, "giu") };
}
