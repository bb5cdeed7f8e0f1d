import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { parseEntityTags } from "../../../schema/notice/entity-tag/parse.ts";

/** What a change may replace: any notice, or one that these entity tags name. */
export type IfMatch = "*" | string[];

/**
 * Reads an `If-Match` header.
 * @throws NoticeError REQUEST_INVALID
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function readIfMatch(text: string): IfMatch {
  const tags = parseEntityTags(text);
  if (tags) return tags;
  const reason =
    "If-Match is neither * nor a list of entity tags: send the ETag of the notice as it came, with its quotes.";
  throw new NoticeError("REQUEST_INVALID", { reason });
}
