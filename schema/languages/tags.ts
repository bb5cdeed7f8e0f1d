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

/** The end of a part of a tag. */
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
