import type { LanguageTag } from "../../../schema/languages/tags.ts";

/** The days and months that a text names, in English. */
export interface Names {
  /** Those that stand there as the language writes them. */
  sure: Set<string>;
  /** Those, and what may be one: a short or inflected form, or a word in small letters such as the English `may`. */
  possible: Set<string>;
  /** The text without those that have digits in them, such as 11月. */
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
    // 十一月 ends with another month, and the 11 of 11月 is no other number.
    if (/\p{Nd}|\p{Script=Han}/u.test(form.text)) names.rest = names.rest.replace(form.possible, " ");
  }
  return names;
}

/** What a language calls its days and months, alone and in a date, the longest first. */
function readForms(language: LanguageTag): Form[] {
  const forms = new Map<string, Form>();
  for (const style of ["long", "short"] as const)
    for (const kind of ["weekday", "month"] as const)
      for (const date of [{}, { day: "numeric", month: "long" }] as const) {
        const english = formatOf("en", { [kind]: "long" });
        const own = formatOf(`${language}-u-ca-gregory-nu-latn`, { ...date, [kind]: style });
        for (const day of days) {
          const parts = own.formatToParts(day).filter(({ type }) => type === kind || !("day" in date));
          const text = parts
            .map(({ value }) => value)
            .join("")
            .normalize("NFKC");
          const isName = text.length > (style === "long" ? 1 : 2) && !/^\p{Nd}*$/u.test(text);
          if (isName && !forms.has(text))
            forms.set(text, formOf(english.format(day), text, style === "long"));
        }
      }
  return [...forms.values()].sort((one, other) => other.text.length - one.text.length);
}

/** One in each month, on every day of the week, in ms. */
const days = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1));

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
}

/** Scripts without spaces between words, or with what belongs to a word written onto it. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function formOf(name: string, text: string, isLong: boolean): Form {
  const asPattern = (part: string): string => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const edge = unspaced.test(text) ? "\\p{Nd}" : "[\\p{L}\\p{M}\\p{Nd}\\u200c]";
  const whole = `(?<!${edge})${asPattern(text)}${unspaced.test(text) ? "" : `(?!${edge})`}`;
  const hasStem = isLong && !unspaced.test(text) && text.length > 4 && !/\p{Nd}/u.test(text);
  const possible = hasStem ? asPattern(text.slice(0, Math.max(4, text.length - 2))) : whole;
  return {
    name,
    text,
    sure: isLong ? new RegExp(whole, "u") : undefined,
    possible: new RegExp(possible, "giu"),
  };
}
