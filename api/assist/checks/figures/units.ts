import type { LanguageTag } from "../../../../schema/languages/tags.ts";
import { inSmallLetters, quote } from "./plain-text.ts";

const durations = ["second", "minute", "hour", "day", "week", "month", "year"];
const sizes = ["percent", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Units of one character, which `Intl` has as they are, and longer ones that it has not. */
const further: Partial<Record<LanguageTag, Record<string, string>>> = {
  en: { h: "hour", hrs: "hour", mins: "minute", secs: "second" },
  ja: { 秒: "second", 分: "minute", 分間: "minute", 日間: "day" },
  ko: { 초: "second", 분: "minute", 주: "week" },
  "zh-Hans": { 秒: "second", 天: "day", 周: "week" },
  "zh-Hant": { 秒: "second", 天: "day", 週: "week" },
};

/** The languages with no space between words. */
const unspaced: LanguageTag[] = ["ja", "ko", "th", "zh-Hans", "zh-Hant"];

/** What no letter may stand before, or after, where a language has spaces between words. */
export function boundsOf(language: LanguageTag): [begin: string, over: string] {
  return unspaced.includes(language) ? ["", ""] : ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
}

/** What a unit can be told from, in the text before and after a number. */
interface UnitFinder {
  /** The unit that a number has, such as "hour" or "€". */
  unitOf: (before: string, after: string) => string | undefined;
  /** Whether a duration follows, also in a form that is not known, such as the dative of "Tage". */
  isDuration: (after: string) => boolean;
}

const finders = new Map<LanguageTag, UnitFinder>();

export function unitsIn(language: LanguageTag | undefined): UnitFinder {
  const tag = language ?? "en";
  const finder = finders.get(tag) ?? createFinder(tag);
  finders.set(tag, finder);
  return finder;
}

const currency = /[€$£¥₹₩₺₽]/u;

function createFinder(language: LanguageTag): UnitFinder {
  const names = namesOf(language);
  const [, over] = boundsOf(language);
  const written = [...names.keys()].sort((one, other) => other.length - one.length);
  // A number after a unit makes something else of it, such as the day and the number of the month in Vietnamese.
  const exact = new RegExp(`^[\\s-]{0,3}(${written.map(quote).join("|")})${over}\\.?(?!\\s?\\d)`, "u");
  const stems = written.filter((name) => durations.includes(names.get(name) ?? ""));
  const loose = new RegExp(`^[\\s-]{0,3}(?:${stems.map((name) => quote(stemOf(name))).join("|")})`, "u");
  return {
    unitOf: (before, after) => {
      const sign = currency.exec(/\S?\s?$/u.exec(before)?.[0] ?? "") ?? currency.exec(after.slice(0, 2));
      const [, name = ""] = exact.exec(after) ?? [];
      return sign?.[0] ?? names.get(name.replace(/\s+/g, " "));
    },
    isDuration: (after) => loose.test(after),
  };
}

/** How a language calls units after a number, such as `hours` and `hr`; what is said of two of them is left out. */
function namesOf(language: LanguageTag): Map<string, string> {
  const units = new Map<string, Set<string>>();
  const add = (name: string, unit: string): void => {
    units.set(name, (units.get(name) ?? new Set()).add(unit));
  };
  for (const unit of [...durations, ...sizes])
    for (const unitDisplay of ["long", "short"] as const) {
      const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
      for (const count of [1, 2, 5]) {
        const parts = format.formatToParts(count);
        const word = parts.find(({ type }) => type === "unit" || type === "percentSign")?.value ?? "";
        const name = inSmallLetters(word, language).replace(/\.$/u, "").replace(/\s+/g, " ").trim();
        if (name.length > 1 || name === "%") add(name, unit);
      }
    }
  for (const [name, unit] of Object.entries(further[language] ?? {})) add(name, unit);
  return new Map(
    [...units].flatMap(([name, [unit = "", other]]) => (other === undefined ? [[name, unit] as const] : [])),
  );
}

function stemOf(name: string): string {
  const stem = name.replace(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u, "");
  return stem.length > 1 ? stem : name;
}

/** Whether a language writes the unit of a duration before the number, as Swahili does. */
export function isUnitFirst(language: LanguageTag): boolean {
  const format = new Intl.NumberFormat(language, { style: "unit", unit: "hour", unitDisplay: "long" });
  return format.formatToParts(5)[0]?.type === "unit";
}
