import { defaults } from "../notice/defaults.ts";
import type { Change } from "../notice/difference.ts";
import type { Notice } from "../notice/notice.ts";

/**
 * Warns if the notice still has the example address, perhaps with the default message. `command` is the name of the
 * command for the reader; without it, the sentence names only the field.
 */
export function findPlaceholderContact(
  { contactEmail, message }: Pick<Notice, "contactEmail" | "message">,
  command?: string,
): string | undefined {
  if (contactEmail.toLowerCase() !== defaults.contactEmail) return undefined;
  if (message === undefined && command !== undefined)
    return `The notice speaks of scheduled maintenance and names ${contactEmail}: set both with \`${command} set --message TEXT --contact-email ADDRESS\`.`;
  const fault =
    "an example that nobody reads, and visitors who need help write to it: give an address that somebody reads";
  return command === undefined
    ? `"contactEmail" is ${contactEmail}, which is ${fault}.`
    : `${contactEmail} is ${fault} with \`${command} set --contact-email\`.`;
}

/** Warns of a change from another address to the example. */
export function warnOfChangedContact(
  { notice, changes }: { notice: Notice; changes: Change[] },
  command?: string,
): string[] {
  const placeholder = findPlaceholderContact(notice, command);
  const isChanged = changes.some(({ field, before }) => field === "contactEmail" && before !== undefined);
  return isChanged && placeholder !== undefined ? [placeholder] : [];
}
