import { type LanguageTag, languageTags } from "../../../../schema/languages/tags.ts";
import { inSmallLetters, quote } from "./plain-text.ts";
import { boundsOf } from "./units.ts";

/** What `Intl` does not have, or writes otherwise. */
const further: Partial<Record<LanguageTag, Record<string, number>>> = {
  ca: { mil: 1e3 },
  en: { mn: 1e6, bn: 1e9 },
  hi: { हजार: 1e3, करोड: 1e7 },
  ja: { 千: 1e3, 百万: 1e6, 千万: 1e7 },
  ko: { 백만: 1e6, 천만: 1e7 },
  "zh-Hans": { 千: 1e3, 百万: 1e6, 千万: 1e7 },
  "zh-Hant": { 千: 1e3, 百萬: 1e6, 千萬: 1e7 },
};

interface Multiplier {
  /** What the number before it is multiplied by: one factor if the language is known. */
  factors: number[];
  /** How long it is, in UTF-16 units. */
  length: number;
}

type Find = (after: string) => Multiplier | undefined;
const finders = new Map<LanguageTag, Find>();

/** Finds the word or character after a number that multiplies it, such as "Mio." and 万. */
export function multipliersIn(language: LanguageTag | undefined): Find {
  if (language === undefined) return findAny;
  const find = finders.get(language) ?? createFinder(language);
  finders.set(language, find);
  return find;
}

function findAny(after: string): Multiplier | undefined {
  // Most numbers are followed by a mark or a sign, which no language has.
  if (!/^\s?\p{L}/u.test(after)) return undefined;
  const found = languageTags.flatMap((language) => multipliersIn(language)(after) ?? []);
  const factors = [...new Set(found.flatMap((one) => one.factors))];
  return factors.length === 0 ? undefined : { factors, length: found[0]?.length ?? 0 };
}

function createFinder(language: LanguageTag): Find {
  const factors = factorsOf(language);
  const written = [...factors.keys()].sort((one, other) => other.length - one.length).map(quote);
  const [, over] = boundsOf(language);
  const pattern = new RegExp(
    `^(?:\\s?(${["(?!)", ...written].join("|")})${over}\\.?|k(?![\\p{L}\\p{M}]))`,
    "u",
  );
  return (after) => {
    const [found, name = ""] = pattern.exec(after) ?? [];
    if (found === undefined) return undefined;
    return {
      factors: [name === "" ? 1e3 : (factors.get(name.replace(/\s+/g, " ")) ?? 1)],
      length: found.length,
    };
  };
}

function factorsOf(language: LanguageTag): Map<string, number> {
  const factors = new Map<string, number>();
  const exponents = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  for (const compactDisplay of ["long", "short"] as const) {
    const format = new Intl.NumberFormat(language, {
      notation: "compact",
      compactDisplay,
      numberingSystem: "latn",
      useGrouping: false,
    });
    for (const value of exponents.flatMap((exponent) => [1, 2, 5].map((count) => count * 10 ** exponent))) {
      const parts = format.formatToParts(value);
      const shown = Number(parts.find(({ type }) => type === "integer")?.value ?? 0);
      const word = parts.slice(1).find(({ type }) => type === "compact")?.value ?? "";
      const name = inSmallLetters(word, language).replace(/\.$/u, "").replace(/\s+/g, " ").trim();
      // A letter alone is more often another unit; a character is not.
      if (shown > 0 && /\p{Lo}|../u.test(name)) factors.set(name, value / shown);
    }
  }
  for (const [name, factor] of Object.entries(further[language] ?? {})) factors.set(name, factor);
  return factors;
}
