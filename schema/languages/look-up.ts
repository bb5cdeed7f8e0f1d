import { type LanguageTag, languageTags } from "./tags.ts";

/** Languages whose readers also read one of ours. */
export const standIns: Record<string, string> = { gsw: "de", nn: "nb", no: "nb", yue: "zh" };

/** The page's languages, each with and without its region; of several in one script, the last one wins. */
const tags = new Map(languageTags.flatMap((tag) => keysOf(new Intl.Locale(tag)).map((key) => [key, tag])));

/**
 * The page's language for a tag that a browser or a person gives, in the script that they read: `de-AT` finds `de`,
 * `zh-TW` finds `zh-Hant`, and `sr-Latn` does not find `sr`, which is in Cyrillic. Undefined if there is none.
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
  const written = `${standIns[language] ?? language}-${script}`;
  return [`${written}-${region}`, written];
}

function parse(range: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(range);
  } catch {
    return undefined;
  }
}
