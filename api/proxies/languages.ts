import { lookUpTag, standIns } from "../../schema/languages/look-up.ts";
import { languageTags } from "../../schema/languages/tags.ts";

/** Which page a visitor gets by the first language tag that they send; the keys are in lower case. */
export interface LanguageTable {
  /** By the whole tag: what differs from the rest of its language. */
  tags: [tag: string, page: string][];
  /** By the language, with its script where that is named. */
  languages: [language: string, page: string][];
}

let table: LanguageTable | undefined;

/** The table, which is made once: looking all these tags up takes a while. */
export function languageTable(): LanguageTable {
  table ??= makeTable();
  return table;
}

/** The table as expressions for a whole tag, each for one page; of those that hold the first counts. */
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
    const { script } = new Intl.Locale(language).maximize();
    if (regionsMatter(language)) {
      const scripts = new Set(pagesOf(language).map((page) => new Intl.Locale(page).maximize().script));
      for (const start of [language, ...[...scripts].map((each) => `${language}-${each}`)])
        addByRegion(made, start);
    } else {
      const scripts = new Set([script, "Cyrl", "Latn"]);
      add(made, [language, ...[...scripts].map((each) => `${language}-${each}`)]);
    }
  }
  return made;
}

/** Adds languages that find the same page whatever their region. */
function add({ languages }: LanguageTable, keys: string[]): void {
  for (const key of keys) {
    const page = lookUpTag(key);
    if (page !== undefined) languages.push([key.toLowerCase(), page]);
  }
}

/** Adds a language by what most of its regions find, and the tags that find another page. */
function addByRegion({ tags, languages }: LanguageTable, start: string): void {
  const found = [start, ...regions().map((region) => `${start}-${region}`)].flatMap((tag) => {
    const page = lookUpTag(tag);
    return page === undefined ? [] : [[tag, page] as const];
  });
  const counts = new Map<string, number>();
  for (const [, page] of found) counts.set(page, (counts.get(page) ?? 0) + 1);
  const [[usual = ""] = []] = [...counts].sort(([, one], [, other]) => other - one);
  languages.push([start.toLowerCase(), usual]);
  for (const [tag, page] of found) if (page !== usual) tags.push([tag.toLowerCase(), page]);
}

/** Whether the page has several forms of a language, as it has of Chinese and Portuguese. */
function regionsMatter(language: string): boolean {
  return pagesOf(language).length > 1;
}

function pagesOf(language: string): string[] {
  return languageTags.filter((tag) => new Intl.Locale(tag).language === language);
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** The subtags of languages that find a page, also those by which one was called earlier, such as `iw`. */
function languages(): string[] {
  const long = [...languageTags.map((tag) => new Intl.Locale(tag).language), ...Object.keys(standIns)];
  return [...new Set([...pairs.filter((pair) => lookUpTag(pair) !== undefined), ...long])].sort();
}

function regions(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return pairs.map((pair) => pair.toUpperCase()).filter((pair) => names.of(pair) !== undefined);
}
