import type { LanguageTag } from "../../../../../schema/languages/tags.ts";

/**
 * Halves and quarters of an hour in words, as patterns: the minutes that they add to the hour, which are fewer than none in
 * "halb 8", 7:30. Those in `before` make a clock time of the number after them, but for those in `either`, which may also be
 * said of a duration.
 */
interface HourParts {
  before?: Record<string, number>;
  either?: Record<string, number>;
  after?: Record<string, number>;
}

const chinese: HourParts = { after: { 半: 30, 一刻: 15, 三刻: 45 } };
const portuguese: HourParts = { after: { "e meia": 30, "e um quarto": 15, "menos um quarto": -15 } };

export const hourParts: Partial<Record<LanguageTag, HourParts>> = {
  ar: { after: { "و ?ال?نصف": 30, "و ?ال?ربع": 15, "إلا ال?ربعا?": -15 } },
  bg: { after: { "и половина": 30, "и четвърт": 15 } },
  bn: { either: { সাড়ে: 30, সোয়া: 15, পৌনে: -15 } },
  ca: {
    before: { "dos quarts de": -30, "un quart de": -45, "tres quarts de": -15 },
    after: { "i mitja": 30 },
  },
  cs: { before: { půl: -30, "čtvrt na": -45, "tři ?čtvrtě na": -15 } },
  da: { before: { halv: -30, "kvart over": 15, "kvart i": -15 } },
  de: {
    before: { halb: -30, "viertel nach": 15, "viertel vor": -15, dreiviertel: -15, viertel: -45 },
  },
  el: { after: { "και μισή": 30, "και τέταρτο": 15, "παρά τέταρτο": -15 } },
  en: { before: { "half past": 30, "quarter (?:past|after)": 15, "quarter (?:to|till|before)": -15 } },
  es: { after: { "y media": 30, "y cuarto": 15, "menos cuarto": -15 } },
  et: { before: { pool: -30, veerand: -45, kolmveerand: -15 } },
  fa: { after: { "و ?نیم": 30, "و ?ربع": 15 } },
  fi: { before: { puoli: -30, "varttia yli": 15, "varttia vaille": -15 } },
  fr: { after: { "et demie?": 30, "et quart": 15, "moins le quart": -15 } },
  gu: { either: { સાડા: 30, સવા: 15, પોણા: -15 } },
  he: { after: { וחצי: 30, ורבע: 15 } },
  hi: { either: { "साढ़े|साढे": 30, सवा: 15, पौने: -15 } },
  hr: { before: { "pola?": -30 }, after: { "i pol": 30 } },
  hu: { before: { fél: -30, negyed: -45, háromnegyed: -15 } },
  id: { before: { setengah: -30 } },
  it: { after: { "e mezz[ao]": 30, "e un quarto": 15, "meno un quarto": -15, "e tre quarti": 45 } },
  ja: { after: { 半: 30 } },
  ko: { after: { 반: 30 } },
  lt: { before: { pusė: -30 } },
  mr: { either: { साडे: 30, सव्वा: 15, पावणे: -15 } },
  nb: { before: { halv: -30, "kvart over": 15, "kvart på": -15 } },
  nl: { before: { half: -30, "kwart over": 15, "kwart voor": -15 } },
  pl: { before: { "w?pół do": -30, "kwadrans po": 15, "za kwadrans": -15 } },
  "pt-BR": portuguese,
  "pt-PT": portuguese,
  ro: { after: { "și jumătate": 30, "și un sfert": 15, "fără un sfert": -15 } },
  ru: { before: { "половин[аеуы]": -30, четверть: -45, "без четверти": -15 } },
  sk: { before: { pol: -30, "štvrť na": -45, "trištvrte na": -15 } },
  sl: { before: { pol: -30 } },
  sr: { before: { пола: -30 }, after: { "и по": 30 } },
  sv: { before: { halv: -30, "kvart över": 15, "kvart i": -15 } },
  th: { after: { ครึ่ง: 30 } },
  tr: { after: { "buçuk[\\p{L}'’]*": 30 } },
  uk: { before: { "пів на": -30, "чверть на": -45, "чверть по": 15, "за чверть": -15 } },
  ur: { either: { ساڑھے: 30, سوا: 15, پونے: -15 } },
  vi: { after: { rưỡi: 30 } },
  "zh-Hans": chinese,
  "zh-Hant": chinese,
};
