import { languageTag, nearest } from "../text/text.ts";

/**
 * The languages that the page has been released in, as BCP 47 tags: they are the keys of translations. Never remove a
 * tag, because documents in stores name it.
 * @see https://www.rfc-editor.org/info/bcp47
 */
export const languageTags = [
  "am",
  "ar",
  "bg",
  "bn",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "et",
  "fa",
  "fi",
  "fil",
  "fr",
  "gu",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "kn",
  "ko",
  "lt",
  "lv",
  "ml",
  "mr",
  "ms",
  "nb",
  "nl",
  "pl",
  "pt-BR",
  "pt-PT",
  "ro",
  "ru",
  "sk",
  "sl",
  "sr",
  "sv",
  "sw",
  "ta",
  "te",
  "th",
  "tr",
  "uk",
  "ur",
  "vi",
  "zh-Hans",
  "zh-Hant",
] as const;

export type LanguageTag = (typeof languageTags)[number];

const over = "(?![A-Za-z0-9])";

/** Patterns for languages that their first subtag does not identify. */
const own: Partial<Record<LanguageTag, string>> = {
  nb: `n[bo]${over}`,
  "pt-BR": `pt${over}(?!-(?!BR))`,
  "pt-PT": "pt-(?!BR)",
  sr: `sr${over}(?!-(?:Latn|ME))`,
  "zh-Hans": `zh${over}(?!-(?:Hant|TW|HK|MO))`,
  "zh-Hant": `zh-(?:Hant|TW|HK|MO)${over}`,
};

/** A pattern of the language tags, in canonical case, that mean one of the page's languages: `de-AT` means `de`. */
export function ownTags(tag: LanguageTag): string {
  return `^${own[tag] ?? `${tag}${over}`}`;
}

/** The page's language that a tag in canonical case means. Other languages that its readers know do not count. */
export function meantTag(language: string | undefined): LanguageTag | undefined {
  return languageTags.find((tag) => means(language, tag));
}

/** Whether a language tag, in canonical case, means one of the page's languages. */
export function means(language: string | undefined, tag: LanguageTag): boolean {
  return language !== undefined && new RegExp(ownTags(tag)).test(language);
}

/** Languages whose readers also read a language of the page. */
const standIns: Record<string, string> = {
  bs: "hr",
  cnr: "hr",
  gsw: "de",
  nn: "nb",
  no: "nb",
  sh: "hr",
  yue: "zh",
};

/** The page's languages, each with and without its region. If several share a script, the last one wins. */
const tags = new Map(languageTags.flatMap((tag) => keysOf(new Intl.Locale(tag)).map((key) => [key, tag])));

/**
 * The page's language for a language tag, in a script that its readers know: `de-AT` finds `de`, `zh-TW` finds
 * `zh-Hant`, and `hi-Latn` does not find `hi`. Undefined if there is none.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpTag(range: string): LanguageTag | undefined {
  const locale = parse(range);
  const key = locale && keysOf(locale).find((candidate) => tags.has(candidate));
  return key === undefined ? undefined : tags.get(key);
}

/** The keys of a language in `tags`, the nearest first. @see https://unicode.org/reports/tr35/#Likely_Subtags */
function keysOf(locale: Intl.Locale): string[] {
  const { language, script, region } = locale.maximize();
  // People who write Serbian in Latin letters read both scripts.
  const written = language === "sr" ? "sr-Cyrl" : `${standIns[language] ?? language}-${script}`;
  return [`${written}-${region}`, written];
}

function parse(range: string): Intl.Locale | undefined {
  try {
    // Engines take `cnr` and `sh` for Serbian. Their readers want Croatian, unless they ask for Cyrillic.
    return new Intl.Locale(range.replace(/^(?:cnr|sh)(?![a-z]|-Cyrl)/i, "bs"));
  } catch {
    return undefined;
  }
}

/** A language of the page that can replace another: the same language in the same script. */
export interface Sibling {
  tag: LanguageTag;
  /** A pattern of the tags that mean the replaced language. A notice in that language needs no sibling. */
  after: string;
}

/** The languages that can stand in for each other. */
export const siblings: Partial<Record<LanguageTag, Sibling>> = {
  "pt-BR": { tag: "pt-PT", after: ownTags("pt-BR") },
  "pt-PT": { tag: "pt-BR", after: ownTags("pt-PT") },
};

/** The page's language that a tag was probably meant to name; undefined if it looks like none of them. */
export function nearestTag(tag: string): LanguageTag | undefined {
  return lookUpTag(tag) ?? nearest(tag, languageTags);
}

const isPlain = new RegExp(languageTag);

/**
 * A language tag in canonical case: `EN-gb` becomes `en-GB`. Undefined for other text, and for a tag with extensions.
 * @see https://tc39.es/ecma402/#sec-canonicalizeunicodelocaleid
 */
export function canonicalTag(tag: string): string | undefined {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag);
    return isPlain.test(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}
