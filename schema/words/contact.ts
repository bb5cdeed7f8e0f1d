import { commandName } from "../errors/command-name.ts";
import { defaults } from "../notice/defaults.ts";
import type { Notice } from "../notice/notice.ts";

/** What to say of a notice that still has the address of the first one; undefined if ops have given their own. */
export function findPlaceholderContact(
  { contactEmail }: Pick<Notice, "contactEmail">,
  command = commandName,
): string | undefined {
  if (contactEmail.toLowerCase() !== defaults.contactEmail) return undefined;
  return `${contactEmail} is nobody's, and visitors who need help write to it: give an address that somebody reads with \`${command} set --contact-email\`.`;
}
