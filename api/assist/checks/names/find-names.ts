import type { LanguageTag } from "../../../../schema/languages/tags.ts";
import { plainText } from "../figures/plain-text.ts";
import { endings, type Mode, nameModes, numberedMonths, stemsOf } from "./forms.ts";

/** The weekdays (Monday is 1) and months in a text; those in `unsure` may also be other words. */
export interface FoundNames {
  weekdays: Set<number>;
  months: Set<number>;
  unsure: { weekdays: Set<number>; months: Set<number> };
  /** The text with a mark in place of each month that is written as a number and a word. */
  rest: string;
}

/** The days and months that a language has names for which can be told in a sentence. */
export function namesTold(language: LanguageTag): { weekdays: boolean; months: boolean } {
  const { weekdays, months } = nameModes[language];
  return { weekdays: weekdays !== undefined, months: months !== undefined || language in numberedMonths };
}

/** Finds names in a text as `plainText` gives it. */
export function findNames(plain: string, language: LanguageTag): FoundNames {
  const sure = { weekdays: new Set<number>(), months: new Set<number>() };
  const unsure = { weekdays: new Set<number>(), months: new Set<number>() };
  const markMonth = (_found: string, month: string): string => {
    sure.months.add(Number(month));
    return "|";
  };
  const pattern = numberedMonths[language];
  const rest = pattern ? plain.replace(pattern, markMonth) : plain;
  const text = bare(rest);
  const words = new Set(text.match(/[\p{L}\p{M}]+/gu));
  const finder = finderOf(language);
  for (const kind of ["weekdays", "months"] as const) {
    const { word: find, within, short } = finder[kind];
    for (const word of words) {
      const [long, abbreviated] = [find(word), short.get(word)];
      if (long !== undefined) (finder.unsure.has(word) ? unsure : sure)[kind].add(long);
      if (abbreviated !== undefined) unsure[kind].add(abbreviated);
    }
    for (const found of within(text)) sure[kind].add(found);
  }
  return { ...sure, unsure, rest };
}

/** Letters without the accents that come and go with endings, and with one form for the alifs of Arabic. */
function bare(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u093c]/gu, "")
    .replace(/[أإآ]|ا[\u0653-\u0655]/gu, "ا")
    .replace(/(?<=[бпвмф])['’ʼ](?=[яюєї])/gu, "")
    .replace(/(یک|دو|سه|چهار|پنج) شنبه/gu, "$1شنبه")
    .normalize("NFC");
}

interface Find {
  word: (word: string) => number | undefined;
  within: (text: string) => number[];
}
interface Short {
  /** Abbreviations, which may also be other words. */
  short: Map<string, number>;
}
interface Finder {
  weekdays: Find & Short;
  months: Find & Short;
  unsure: Set<string>;
}

const finders = new Map<LanguageTag, Finder>();

function finderOf(language: LanguageTag): Finder {
  const finder = finders.get(language) ?? createFinder(language);
  finders.set(language, finder);
  return finder;
}

function createFinder(language: LanguageTag): Finder {
  const { weekdays, months, unsure = [], weekdayForms = {} } = nameModes[language];
  const days = [...Array(7).keys()].map((day) => Date.UTC(2026, 5, 1 + day));
  const starts = [...Array(12).keys()].map((month) => Date.UTC(2026, month, 1));
  const dayForms = formsOf(language, days, [{ weekday: "long" }], "weekday");
  for (const [form, day] of Object.entries(weekdayForms)) dayForms.set(bare(plainText(form, language)), day);
  const monthForms = formsOf(
    language,
    starts,
    [{ month: "long" }, { month: "long", day: "numeric" }],
    "month",
  );
  const shortDays = formsOf(language, days, [{ weekday: "short" }], "weekday");
  const shortMonths = formsOf(language, starts, [{ month: "short", day: "numeric" }], "month");
  const unsureWords = new Set(unsure.map((word) => bare(plainText(word, language))));
  return {
    weekdays: { ...findBy(weekdays, dayForms, unsureWords), short: onlyWords(shortDays) },
    months: { ...findBy(months, monthForms, unsureWords), short: onlyWords(shortMonths) },
    unsure: unsureWords,
  };
}

/** Those of three letters or more: a shorter one is more often something else. */
function onlyWords(forms: Map<string, number>): Map<string, number> {
  return new Map([...forms].filter(([form]) => /^[\p{L}\p{M}]{3,}$/u.test(form)));
}

type Options = Intl.DateTimeFormatOptions;

function formsOf(
  language: LanguageTag,
  times: number[],
  styles: Options[],
  part: "weekday" | "month",
): Map<string, number> {
  const forms = new Map<string, number>();
  const add = (form: string, number: number): void => {
    const clean = bare(plainText(form, language)).replace(/^(?:de |d['’])|\.$/g, "");
    if (/\p{L}/u.test(clean) && !/\d/.test(clean)) forms.set(clean, number);
  };
  for (const style of styles) {
    const format = new Intl.DateTimeFormat(language, { ...style, calendar: "gregory", timeZone: "UTC" });
    times.forEach((time, index) => {
      add(format.formatToParts(time).find(({ type }) => type === part)?.value ?? "", index + 1);
    });
  }
  return forms;
}

const nothing: Find = { word: () => undefined, within: () => [] };

function findBy(mode: Mode | undefined, forms: Map<string, number>, unsure: Set<string>): Find {
  switch (mode) {
    case "prefixed":
      return { ...nothing, word: (word) => byPrefix(word, forms) };
    case "word":
      return { ...nothing, word: (word) => forms.get(word) ?? forms.get(word.replace(/s$/, "")) };
    case "ending":
      return { ...nothing, word: (word) => byEnding(word, forms) };
    case "beginning":
      return { ...nothing, word: (word) => byBeginning(word, forms) };
    case "anywhere":
      return {
        word: (word) => forms.get(word),
        within: (text) =>
          [...forms]
            .filter(([form]) => !unsure.has(form) && isWithin(form, text))
            .map(([, number]) => number),
      };
    default:
      return nothing;
  }
}

/** Hebrew and Arabic join prepositions and articles of one letter to a word. */
function byPrefix(word: string, forms: Map<string, number>): number | undefined {
  const found = [0, 1, 2].find(
    (length) => forms.has(word.slice(length)) && /^[בלמהושכوبلفك]*$/u.test(word.slice(0, length)),
  );
  return found === undefined ? undefined : forms.get(word.slice(found));
}

function byEnding(word: string, forms: Map<string, number>): number | undefined {
  for (const [form, number] of forms)
    for (const stem of stemsOf(form))
      if (stem.length > 1 && word.startsWith(stem) && endings.has(word.slice(stem.length))) return number;
  return forms.get(word);
}

/** The longest of the names whose stem a word begins with; a short name takes no ending. */
function byBeginning(word: string, forms: Map<string, number>): number | undefined {
  let best: { length: number; number: number } | undefined;
  for (const [form, number] of forms) {
    const stem =
      form.length < 5
        ? form
        : form.replace(
            /(?:[aeiouy]s?|s|er|ου|[\u094d\u09cd\u0acd\u0bcd\u0c4d\u0ccd\u0d4d\u0c02ൺൻർൽൾ])$/u,
            "",
          );
    const isNear = word.startsWith(stem) && word.length <= form.length + (form.length < 4 ? 0 : 6);
    if (isNear && stem.length > (best?.length ?? 0)) best = { length: stem.length, number };
  }
  return best?.number;
}

/** Arabic joins the article to a preposition: what begins with "al" also begins with "ll". */
function isWithin(form: string, text: string): boolean {
  if (form.length < 3 && !/\p{Script=Han}/u.test(form)) return false;
  return text.includes(form) || (form.startsWith("ال") && text.includes(`لل${form.slice(2)}`));
}
