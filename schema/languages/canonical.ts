import { languageTag } from "../text/patterns.ts";

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
