import { editDistance } from "../text/edit-distance.ts";
import { settingNames } from "./setting-names.ts";

/** A shorter name is within a few edits of names that other programs use. */
const minLength = 6;
const maxEdits = 2;

/** The setting that a name was probably meant to be; undefined if it is one, or looks like none of them. */
export function findMeant(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  const upper = name.toUpperCase();
  const isLikely = ({ length }: string): boolean =>
    length >= minLength && Math.abs(length - upper.length) <= maxEdits;
  return settingNames
    .filter(isLikely)
    .map((meant) => ({ meant, edits: editDistance(upper, meant) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((one, other) => one.edits - other.edits)[0]?.meant;
}
