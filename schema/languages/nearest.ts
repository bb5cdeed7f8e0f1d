import { editDistance } from "../text/edit-distance.ts";
import { lookUpTag } from "./look-up.ts";
import { type LanguageTag, languageTags } from "./tags.ts";

/** A short tag is within two edits of nearly every other one. */
const maxEdits = ({ length }: string): number => (length < 5 ? 1 : 2);

/** The page's language that a tag was probably meant to name; undefined if it looks like none of them. */
export function nearestTag(tag: string): LanguageTag | undefined {
  const isNear = (known: string): boolean => Math.abs(known.length - tag.length) <= maxEdits(tag);
  const near = languageTags
    .filter(isNear)
    .map((known) => ({ known, edits: editDistance(tag.toLowerCase(), known.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits(tag))
    .sort((one, other) => one.edits - other.edits);
  return lookUpTag(tag) ?? near[0]?.known;
}
