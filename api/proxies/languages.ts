import { lookUpTag, standIns } from "../../schema/languages/look-up.ts";
import { languageTags } from "../../schema/languages/tags.ts";

/** Which page a visitor gets by their first language tag; keys are in lower case. */
export interface LanguageTable {
  /** By the whole tag: exceptions from the language's usual page. */
  tags: [tag: string, page: string][];
  /** By the language, with its script if that is named. */
  languages: [language: string, page: string][];
}

let table: LanguageTable | undefined;

/** The table, made once, as looking up all these tags is slow. */
export function languageTable(): LanguageTable {
  table ??= makeTable();
  return table;
}

/** The table as patterns for a whole tag, each for one page. The first pattern that matches counts. */
export function pagePatterns(): [pattern: string, page: string][] {
  const { tags, languages } = languageTable();
  const patterns = (entries: [string, string][], end: string) =>
    groupByPage(entries).map(([page, keys]): [string, string] => [`^(?:${keys.join("|")})${end}$`, page]);
  return [...patterns(tags, ""), ...patterns(languages, "(?:-(?:[a-z]{2}|[0-9]{3}))?")];
}

function groupByPage(entries: [key: string, page: string][]): [page: string, keys: string[]][] {
  const groups = new Map<string, string[]>();
  for (const [key, page] of entries) groups.set(page, [...(groups.get(page) ?? []), key]);
  return [...groups];
}

function makeTable(): LanguageTable {
  const made: LanguageTable = { tags: [], languages: [] };
  for (const language of languages()) {
    const pages = pagesOf(language);
    // Whether the page has several forms of a language, such as Chinese and Portuguese: then regions matter.
    const isSeveral = pages.length > 1;
    const scripts = isSeveral ? pages.map(scriptOf) : [scriptOf(language), "Cyrl", "Latn"];
    for (const start of new Set([language, ...scripts.map((script) => `${language}-${script}`)]))
      addLanguage(made, start, isSeveral ? regions() : []);
  }
  return made;
}

/** Adds a language with its most frequent page, and each tag that finds another page. */
function addLanguage({ tags, languages }: LanguageTable, start: string, regions: string[]): void {
  const found = [start, ...regions.map((region) => `${start}-${region}`)].flatMap(
    (tag): [tag: string, page: string][] => {
      const page = lookUpTag(tag);
      return page === undefined ? [] : [[tag.toLowerCase(), page]];
    },
  );
  const [[usual] = []] = groupByPage(found).sort(([, one], [, other]) => other.length - one.length);
  if (usual !== undefined) languages.push([start.toLowerCase(), usual]);
  for (const [tag, page] of found) if (page !== usual) tags.push([tag, page]);
}

const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;

function pagesOf(language: string): string[] {
  return languageTags.filter((tag) => new Intl.Locale(tag).language === language);
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** The languages that find a page, including former codes such as `iw`. */
function languages(): string[] {
  const long = [...languageTags.map((tag) => new Intl.Locale(tag).language), ...Object.keys(standIns)];
  return [...new Set([...pairs.filter((pair) => lookUpTag(pair) !== undefined), ...long])].sort();
}

function regions(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return pairs.map((pair) => pair.toUpperCase()).filter((pair) => names.of(pair) !== undefined);
}
