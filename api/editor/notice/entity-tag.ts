import { formatEntityTag } from "../../../schema/notice/entity-tag/format.ts";
import { isEntityTagOf, namesDocument } from "../../../schema/notice/entity-tag/parse.ts";
import { documentVersion, type Numbered } from "../../http/document-version.ts";
import type { IfMatch } from "./if-match.ts";

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
