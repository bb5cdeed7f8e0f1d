import { type LanguageTag, languageTags } from "./tags.ts";

/** Languages whose readers also read a language of the page. */
export const standIns: Record<string, string> = {
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
