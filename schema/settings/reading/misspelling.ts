import { nearestNames } from "../../text/nearest.ts";
import { settingNames } from "../setting-names.ts";

/** A short name is within two edits of names that other programs use. */
const maxEditsOf = ({ length }: string): number => (length < 6 ? 1 : 2);

/**
 * The setting that a name was probably meant to be, or those that it is equally near to (`HOST or PORT` for POST); undefined
 * if it is one, or looks like none of them.
 */
export function findMeant(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  return nearestNames(name, settingNames, maxEditsOf).join(" or ") || undefined;
}
