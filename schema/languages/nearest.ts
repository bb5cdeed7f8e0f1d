import { nearest } from "../text/nearest.ts";
import { languageTag } from "../text/patterns.ts";
import { type LanguageTag, languageTags, lookUpTag } from "./tags.ts";

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
