import { type Precondition, whatever } from "../../../data/precondition.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { formatEntityTag } from "../../../schema/notice/entity-tag/format.ts";
import { isEntityTagOf, namesDocument, parseEntityTags } from "../../../schema/notice/entity-tag/parse.ts";
import { documentVersion, type Numbered } from "../../http/document-version.ts";

const missing: Precondition = () => {
  throw new NoticeError("IF_MATCH_MISSING", {});
};

/** The entity tag of a revision, the same as in the visitors' service. */
export function tagOf(revision: Numbered): string {
  return formatEntityTag(documentVersion(revision));
}

/** Whether an `If-None-Match` names a revision, in whatever coding. */
export function isNamed(ifNoneMatch: string, revision: Numbered): boolean {
  return namesDocument(ifNoneMatch, documentVersion(revision));
}

/**
 * Whether an `If-Match` allows a change of a revision, in whatever coding it names it. It is compared strongly: what is
 * weak matches nothing.
 */
export function isMatched(ifMatch: IfMatch, revision: Numbered): boolean {
  if (ifMatch === "*") return true;
  return ifMatch.some((tag) => !tag.startsWith("W/") && isEntityTagOf(tag, documentVersion(revision)));
}

/** What a change may replace: any notice, or one that these entity tags name. */
type IfMatch = "*" | string[];

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

/**
 * What a request says by `If-Match` of the notice that it changes, and whether it has to say that. A damaged one, which
 * nobody can know, is only matched by `*`. The error has the tag of the notice that there is.
 * @throws NoticeError REQUEST_INVALID at once; IF_MATCH_MISSING (428), NOTICE_CHANGED (412) when it is asked
 */
export function preconditionOf(ifMatch: string | undefined, isRequired: boolean): Precondition {
  if (ifMatch === undefined) return isRequired ? missing : whatever;
  const expected = readIfMatch(ifMatch);
  return ({ number, notice }) => {
    const latest = notice && { number, notice };
    if (latest ? isMatched(expected, latest) : expected === "*") return;
    const etag = latest && tagOf(latest);
    throw new NoticeError("NOTICE_CHANGED", { etag }, { etag });
  };
}
