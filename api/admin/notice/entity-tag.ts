import { entityTag, hasEntityTag } from "../../../schema/notice/protocol.ts";
import { documentVersion, type Numbered } from "../../http/document-version.ts";

/** The entity tag of a revision, which is that of the visitors' service for the same one. */
export function tagOf(revision: Numbered): string {
  return entityTag(documentVersion(revision));
}

/** Whether an `If-None-Match` names a revision, in whatever coding. */
export function isNamed(ifNoneMatch: string, revision: Numbered): boolean {
  return hasEntityTag(ifNoneMatch, documentVersion(revision));
}

/**
 * Whether an `If-Match` allows a change of a revision, in whatever coding it names it. It is compared strongly: what is
 * weak matches nothing.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function isMatched(ifMatch: string, revision: Numbered): boolean {
  if (ifMatch.trim() === "*") return true;
  const tags = ifMatch.match(/(?:W\/)?"[^",]*"/g) ?? [];
  return tags.some((tag) => !tag.startsWith("W/") && hasEntityTag(tag, documentVersion(revision)));
}
