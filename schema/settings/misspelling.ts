import { editDistance } from "../text/edit-distance.ts";
import { settingNames } from "./setting-names.ts";

/** A short name is within two edits of names that other programs use. */
const maxEditsOf = ({ length }: string): number => (length < 6 ? 1 : 2);

/** The setting that a name was probably meant to be; undefined if it is one, or looks like none of them. */
export function findMeant(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  const upper = name.toUpperCase();
  return settingNames
    .filter((meant) => Math.abs(meant.length - upper.length) <= maxEditsOf(meant))
    .map((meant) => ({ meant, edits: editDistance(upper, meant) }))
    .filter(({ meant, edits }) => edits <= maxEditsOf(meant))
    .sort((one, other) => one.edits - other.edits)[0]?.meant;
}
