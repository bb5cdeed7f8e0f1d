import type { LanguageTag } from "../../../../schema/languages/tags.ts";

/**
 * How the names of a language stand in a sentence: as a word of their own, behind a preposition of one letter, with
 * endings, at the beginning of a longer word, or anywhere in the text. Undefined where they take other forms than those of `Intl`, or
 * mean something else as often: such names are left out.
 */
export type Mode = "word" | "prefixed" | "ending" | "beginning" | "anywhere";

interface Names {
  weekdays: Mode | undefined;
  months: Mode | undefined;
  /** Words that also mean something else, such as `may`: they may stand for a name, and are never new or missing. */
  unsure?: string[];
  /** Further forms, with the number of the day; Monday is 1. */
  weekdayForms?: Record<string, number>;
}

const inWords: Names = { weekdays: "word", months: "word" };
const withEndings: Names = { weekdays: "ending", months: "ending" };
const asBeginnings: Names = { weekdays: "beginning", months: "beginning" };

const portuguese: Names = {
  weekdays: "anywhere",
  months: "word",
  unsure: ["segunda", "terça", "quarta", "quinta", "sexta"],
  weekdayForms: { segunda: 1, terça: 2, quarta: 3, quinta: 4, sexta: 5 },
};

/** Weekdays as one character in brackets, as after a date. */
function bracketed(days: string): Record<string, number> {
  const forms = [...days].flatMap((day, index) =>
    [`(${day})`, `（${day}）`].map((form) => [form, index + 1]),
  );
  return Object.fromEntries(forms);
}

/** In Amharic words begin with their prepositions; the other gaps have their reason beside them. */
export const nameModes: Record<LanguageTag, Names> = {
  am: { weekdays: undefined, months: undefined },
  ar: { weekdays: "anywhere", months: "prefixed" },
  bg: { ...withEndings, unsure: ["май"] },
  bn: { ...asBeginnings, unsure: ["মে"] },
  ca: inWords,
  cs: { ...withEndings, unsure: ["střed"] },
  da: asBeginnings,
  de: { ...asBeginnings, unsure: ["montage", "montagen"], weekdayForms: { sonnabend: 6 } },
  el: asBeginnings,
  en: { ...asBeginnings, unsure: ["may", "march"] },
  es: inWords,
  et: asBeginnings,
  fa: { ...inWords, unsure: ["مه"] },
  fi: asBeginnings,
  // "Linggo" is Sunday and a week.
  fil: { ...inWords, unsure: ["linggo"] },
  fr: inWords,
  gu: { ...asBeginnings, unsure: ["મે"] },
  he: { weekdays: "anywhere", months: "prefixed", weekdayForms: { בשבת: 6 } },
  hi: { ...inWords, unsure: ["मई"] },
  hr: withEndings,
  hu: asBeginnings,
  // "Minggu" is Sunday and a week.
  id: { ...inWords, unsure: ["minggu"] },
  it: inWords,
  ja: { weekdays: "anywhere", months: undefined, weekdayForms: bracketed("月火水木金土日") },
  kn: { ...asBeginnings, unsure: ["ಮೇ"] },
  ko: { weekdays: "anywhere", months: undefined, weekdayForms: bracketed("월화수목금토일") },
  lt: asBeginnings,
  lv: asBeginnings,
  ml: asBeginnings,
  mr: { ...asBeginnings, unsure: ["मे"] },
  ms: { ...inWords, unsure: ["mac", "minggu"], weekdayForms: { minggu: 7 } },
  nb: asBeginnings,
  nl: asBeginnings,
  pl: { ...withEndings, unsure: ["maja", "mają"] },
  "pt-BR": portuguese,
  "pt-PT": portuguese,
  // "Luni" is Monday and months, "mai" is May and more.
  ro: {
    ...inWords,
    unsure: ["luni", "mai"],
    weekdayForms: { lunea: 1, marțea: 2, miercurea: 3, joia: 4, vinerea: 5, sâmbăta: 6, duminica: 7 },
  },
  ru: { ...withEndings, unsure: ["среди", "сред"] },
  sk: { ...withEndings, unsure: ["stred", "majú", "maj"] },
  sl: { ...withEndings, unsure: ["sred", "sredi", "maj", "maja"] },
  // "Недеља" is Sunday and a week.
  sr: { ...withEndings, unsure: ["недеља", "недеље", "недељу", "недељи", "сред", "среди"] },
  sv: asBeginnings,
  sw: inWords,
  // Before the word for day, the name of Monday changes within.
  ta: { weekdays: undefined, months: "beginning" },
  te: { ...asBeginnings, unsure: ["మే"] },
  th: { weekdays: "anywhere", months: "anywhere" },
  tr: asBeginnings,
  uk: { ...withEndings, unsure: ["серед"] },
  // The name of Saturday is a week, and that of Monday an elder.
  ur: { weekdays: undefined, months: "word" },
  vi: { weekdays: "anywhere", months: undefined },
  "zh-Hans": {
    weekdays: "anywhere",
    months: undefined,
    weekdayForms: { 周一: 1, 周二: 2, 周三: 3, 周四: 4, 周五: 5, 周六: 6, 周日: 7, 星期天: 7 },
  },
  "zh-Hant": {
    weekdays: "anywhere",
    months: undefined,
    weekdayForms: { 週一: 1, 週二: 2, 週三: 3, 週四: 4, 週五: 5, 週六: 6, 週日: 7, 星期天: 7, 禮拜天: 7 },
  },
};

/** Months that are a number and a word: they are found as such. */
export const numberedMonths: Partial<Record<LanguageTag, RegExp>> = {
  ja: /(?<!\d)(1[0-2]|[1-9])\s?月/gu,
  ko: /(?<!\d)(1[0-2]|[1-9])\s?월/gu,
  vi: /(?<![\p{L}\d]|\d\s)tháng\s(1[0-2]|0?[1-9])(?!\d)/gu,
  "zh-Hans": /(?<!\d)(1[0-2]|[1-9])\s?月/gu,
  "zh-Hant": /(?<!\d)(1[0-2]|[1-9])\s?月/gu,
};

/** What a Slavic name may end with in a sentence, after its stem and without diacritics. */
const latinEndings = "|a|e|i|o|u|y|ia|ie|iu|ja|je|ju|ji|zie|ym|em|om|ego|eho".split("|");
const cyrillicEndings = "|а|е|и|і|о|у|ю|я|ы|ь|ї|ом|ем|ой|га|ого|ому|ии|ым|та|ът".split("|");
export const endings = new Set([...latinEndings, ...cyrillicEndings]);

/** A name's stems in a language whose names take endings: without the last vowel, and without one that goes with them. */
export function stemsOf(name: string): string[] {
  const stem = name.replace(/[aeiouyаеиоуыьюяії]$/u, "");
  return [stem, name, stem.replace(/[aeао]([ckrкц])$/u, "$1")];
}
