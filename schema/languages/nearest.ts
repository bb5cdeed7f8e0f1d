import { nearest } from "../text/nearest.ts";
import { lookUpTag } from "./look-up.ts";
import { type LanguageTag, languageTags } from "./tags.ts";

/** The page's language that a tag was probably meant to name; undefined if it looks like none of them. */
export function nearestTag(tag: string): LanguageTag | undefined {
  return lookUpTag(tag) ?? nearest(tag, languageTags);
}
