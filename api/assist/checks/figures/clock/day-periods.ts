import type { LanguageTag } from "../../../../../schema/languages/tags.ts";
import { inSmallLetters } from "../plain-text.ts";

const morning = [...Array(12).keys()];
const afternoon = morning.map((hour) => hour + 12);
const night = [20, 21, 22, 23, 0, 1, 2, 3, 4];

/** Words for a part of the day beyond those that `Intl` has. */
const further: Partial<Record<LanguageTag, Record<string, number[]>>> = {
  bn: { রাত: night, সকাল: morning, দুপুর: [12, 13, 14], বিকেল: afternoon, বিকাল: afternoon, সন্ধ্যা: afternoon },
  ar: { صباحا: morning, مساء: afternoon, ليلا: night, عصرا: afternoon, "في المساء": afternoon },
  ca: { "del vespre": afternoon, "del matí": morning, "de la tarda": afternoon },
  de: { "am abend": afternoon, "am morgen": morning, "am nachmittag": afternoon },
  en: {
    "in the evening": afternoon,
    "in the afternoon": afternoon,
    "in the morning": morning,
    "a.m.": morning,
    "p.m.": afternoon,
  },
  es: { "a.m.": morning, "p.m.": afternoon },
  fil: { "ng gabi": afternoon, "ng umaga": morning, "ng hapon": afternoon },
  fr: { "dans la soirée": afternoon },
  id: { malam: [18, 19, 20, 21, 22, 23, 0], pagi: morning, siang: [11, 12, 13, 14], sore: afternoon },
  it: { "di mattina": morning, "del mattino": morning },
  mr: { रात्री: night, सकाळी: morning, दुपारी: [12, 13, 14, 15], संध्याकाळी: afternoon },
  ms: { malam: [18, 19, 20, 21, 22, 23, 0], pagi: morning, petang: afternoon },
  nl: { "'s avonds": afternoon, "’s avonds": afternoon, "'s ochtends": morning },
  "pt-BR": { "da noite": afternoon, "da manhã": morning, "da tarde": afternoon },
  "pt-PT": { "da noite": afternoon, "da manhã": morning, "da tarde": afternoon },
  ru: { вечера: afternoon, утра: morning, дня: afternoon },
  th: { โมงเช้า: morning },
  tr: { akşam: afternoon, sabah: morning },
  uk: { вечора: afternoon, ранку: morning, дня: afternoon },
  ur: { رات: night, صبح: morning, شام: afternoon, دوپہر: [12, 13, 14] },
  "zh-Hans": { 早上: morning, 晚: night, 晚间: afternoon },
  "zh-Hant": { 早上: morning, 晚上: afternoon, 晚間: afternoon },
};

/** Short words of a language that are no part of the day in it, whatever `Intl` says. */
const never: Partial<Record<LanguageTag, string[]>> = { de: ["am"], nl: ["am"], ro: ["am"], tr: ["am"] };

const known = new Map<LanguageTag, Map<string, Set<number>>>();

/**
 * The words of a language for parts of the day, such as `pm` or `शाम`, with the hours that each of them is said of.
 * In Amharic and Swahili hours are also counted from dawn, and in Thai from nightfall, which no word here says: such a
 * time differs from the one given, and a person looks.
 */
export function dayPeriodsOf(language: LanguageTag): Map<string, Set<number>> {
  const found = known.get(language) ?? readPeriods(language);
  known.set(language, found);
  return found;
}

function readPeriods(language: LanguageTag): Map<string, Set<number>> {
  const periods = new Map<string, Set<number>>();
  const add = (word: string, hours: number[]): void => {
    const name = inSmallLetters(word, language).replace(/\s+/g, " ");
    if (name === "" || never[language]?.includes(name)) return;
    periods.set(name, new Set([...(periods.get(name) ?? []), ...hours]));
  };
  const styles: Intl.DateTimeFormatOptions[] = [
    { hour12: true },
    { hourCycle: "h12", dayPeriod: "long" },
    { hourCycle: "h12", dayPeriod: "short" },
  ];
  for (const style of styles) {
    const format = new Intl.DateTimeFormat(language, { ...style, hour: "numeric", timeZone: "UTC" });
    for (let hour = 0; hour < 24; hour += 1) {
      const parts = format.formatToParts(Date.UTC(2026, 0, 1, hour));
      for (const { type, value } of parts) if (type === "dayPeriod") add(value, [hour]);
    }
  }
  for (const [word, hours] of Object.entries(further[language] ?? {})) add(word, hours);
  add("p.m.", afternoon);
  add("pm", afternoon);
  return periods;
}

/** The hours of 0 to 23 that an hour of a clock of 12 may be in a part of the day. */
export function hoursIn(hour: number, period: Set<number>): number[] {
  // Where hours begin with 0, the part of the day after noon begins with 12:00.
  if (hour === 0) return !period.has(0) && (period.has(12) || period.has(13)) ? [12] : [0];
  const both = [hour % 12, (hour % 12) + 12];
  const named = both.filter((candidate) => period.has(candidate));
  if (named.length === 1) return named;
  const isLate = [...period].every((candidate) => candidate >= 12);
  const isEarly = [...period].every((candidate) => candidate < 12);
  if (isLate === isEarly) return both;
  return isLate ? both.slice(1) : both.slice(0, 1);
}
