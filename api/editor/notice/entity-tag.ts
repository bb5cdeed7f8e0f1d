import { type Precondition, whatever } from "../../../data/predecessor.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import {
  formatEntityTag,
  isEntityTagOf,
  namesDocument,
  parseEntityTags,
} from "../../../schema/notice/entity-tag.ts";
import { documentVersion, type Numbered } from "../../http/document-version.ts";

const missing: Precondition = () => {
  throw new NoticeError("IF_MATCH_MISSING", {});
};

/** The entity tag of a revision, the same as in the visitors' service. */
export function tagOf(revision: Numbered): string {
  return formatEntityTag(documentVersion(revision));
}

/** Whether an `If-None-Match` names a revision, in any content coding. */
export function isNamed(ifNoneMatch: string, revision: Numbered): boolean {
  return namesDocument(ifNoneMatch, documentVersion(revision));
}

/**
 * The precondition of a change, by its `If-Match`. A tag matches in any content coding, but a weak tag never does. A
 * damaged notice has no tag: only `*` matches it. The error has the current tag.
 * @throws NoticeError REQUEST_INVALID at once; IF_MATCH_MISSING (428), NOTICE_CHANGED (412) when it is checked
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function preconditionOf(ifMatch: string | undefined, isRequired: boolean): Precondition {
  if (ifMatch === undefined) return isRequired ? missing : whatever;
  const expected = parseEntityTags(ifMatch);
  if (!expected) {
    const reason =
      "If-Match is neither * nor a list of entity tags: send the ETag of the notice as it came, with its quotes.";
    throw new NoticeError("REQUEST_INVALID", { reason });
  }
  return ({ number, notice }) => {
    const version = notice && documentVersion({ number, notice });
    const isMatched = (tag: string) => version && !tag.startsWith("W/") && isEntityTagOf(tag, version);
    if (expected === "*" || expected.some(isMatched)) return;
    const etag = version && formatEntityTag(version);
    throw new NoticeError("NOTICE_CHANGED", { etag }, { etag });
  };
}
