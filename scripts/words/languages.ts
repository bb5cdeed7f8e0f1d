import { nearestTag } from "../../schema/languages/nearest.ts";
import { type LanguageTag, languageTags, lookUpTag } from "../../schema/languages/tags.ts";
import { usage } from "./usage.ts";

/**
 * The page's language for a language tag such as `de-AT`.
 * @throws NoticeError USAGE, with the nearest language
 */
export function readLanguage(option: string, given: string): LanguageTag {
  const tag = lookUpTag(given.trim());
  if (tag) return tag;
  const nearest = nearestTag(given.trim());
  const others = nearest ? `did you mean ${nearest}?` : `give one of ${languageTags.join(", ")}.`;
  throw usage(`${option} ${JSON.stringify(given)} is not one of the page's languages: ${others}`);
}

/** The page's languages for a list of tags with commas. */
export function readLanguages(option: string, list: string): LanguageTag[] {
  return [...new Set(list.split(",").map((given) => readLanguage(option, given)))];
}
