import { NoticeError } from "../../../schema/errors/notice-error.ts";

/** What a change may replace: whatever is there, or what one of these entity tags names. */
export type IfMatch = "*" | string[];

/** A member of the list, which may be empty. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
const member = /^[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?$/;

/**
 * Reads an `If-Match` header.
 * @throws NoticeError REQUEST_INVALID
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function readIfMatch(text: string): IfMatch {
  if (/^[ \t]*\*[ \t]*$/.test(text)) return "*";
  // A comma within quotes is part of a tag.
  const members = text.match(/(?:"[^"]*"|[^,])+/g) ?? [];
  return members.flatMap((text) => {
    const found = member.exec(text);
    if (found) return found[1] ?? [];
    const reason =
      "If-Match is neither * nor a list of entity tags: send the ETag of the notice as it came, with its quotes.";
    throw new NoticeError("REQUEST_INVALID", { reason });
  });
}
