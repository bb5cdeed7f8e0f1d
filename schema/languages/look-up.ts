import { type LanguageTag, languageTags } from "./tags.ts";

/** Languages whose readers also read one of ours. */
export const standIns: Record<string, string> = {
  bs: "hr",
  cnr: "hr",
  gsw: "de",
  nn: "nb",
  no: "nb",
  sh: "hr",
  yue: "zh",
};

/** The page's languages, each with and without its region; of several in one script, the last one wins. */
const tags = new Map(languageTags.flatMap((tag) => keysOf(new Intl.Locale(tag)).map((key) => [key, tag])));

/**
 * The page's language for a tag that a browser or a person gives, in a script that they read: `de-AT` finds `de`,
 * `zh-TW` finds `zh-Hant`, and `hi-Latn` does not find `hi`. Undefined if there is none.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpTag(range: string): LanguageTag | undefined {
  const locale = parse(range);
  const key = locale && keysOf(locale).find((candidate) => tags.has(candidate));
  return key === undefined ? undefined : tags.get(key);
}

/** What a language is found by, the nearest first. @see https://unicode.org/reports/tr35/#Likely_Subtags */
function keysOf(locale: Intl.Locale): string[] {
  const { language, script, region } = locale.maximize();
  // Whoever writes Serbian in Latin letters reads both scripts.
  const written = language === "sr" ? "sr-Cyrl" : `${standIns[language] ?? language}-${script}`;
  return [`${written}-${region}`, written];
}

function parse(range: string): Intl.Locale | undefined {
  try {
    // To engines these two are Serbian, which is not what their readers ask for; in Cyrillic it is the nearest.
    return new Intl.Locale(range.replace(/^(?:cnr|sh)(?![a-z]|-Cyrl)/i, "bs"));
  } catch {
    return undefined;
  }
}
