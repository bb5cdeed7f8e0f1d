import { englishForms } from "./english-forms.ts";
import { lookUpTag } from "./tags.ts";

/**
 * The tag by which to write times for an English language tag with a region; undefined for American times, and for
 * other languages. Regions that write alike have the same tag.
 */
export function englishFormOf(range: string): string | undefined {
  if (lookUpTag(range) !== "en") return undefined;
  return englishForms[new Intl.Locale(range).region ?? ""];
}
