import { type DocumentVersion, formatEntityTag } from "./format.ts";

/**
 * What the entity tag of a reply of ours says; undefined if it says nothing of the kind. A proxy may have made it weak, and
 * put the name of a coding at its end.
 */
export function readEntityTag(tag: string): Required<DocumentVersion> | undefined {
  const [, number, sum] = /^(?:W\/)?"(\d+)-([0-9a-f]{8})/.exec(tag) ?? [];
  return number && sum ? { number: Number(number), sum } : undefined;
}

/**
 * Reads an `If-Match` or `If-None-Match`: `*`, or a list of entity tags as they were written, with their quotes and, if
 * they are weak, their `W/`. Undefined if it is neither.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function parseEntityTags(text: string): "*" | string[] | undefined {
  if (/^[ \t]*\*[ \t]*$/.test(text)) return "*";
  // Members may be empty, and a comma within quotes is part of a tag.
  const member = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/gy;
  const members = [...text.matchAll(member)];
  const isWhole = members.reduce((length, [part]) => length + part.length, 0) === text.length;
  return isWhole ? members.flatMap(([, tag]) => tag ?? []) : undefined;
}

/** Whether an entity tag is that of a document or of one of its codings, weak or not. */
export function isEntityTagOf(tag: string, version: DocumentVersion): boolean {
  // What follows the sum is the name of a coding: that of a proxy's may be another than ours.
  return tag.replace(/^(?:W\/)?("\d+-[0-9a-f]{8})(?:-[\w-]+)?"$/, '$1"') === formatEntityTag(version);
}

/** Whether an `If-None-Match` names a document, in whatever coding; one that cannot be read names none. */
export function namesDocument(ifNoneMatch: string, version: DocumentVersion): boolean {
  const tags = parseEntityTags(ifNoneMatch) ?? [];
  return tags === "*" || tags.some((tag) => isEntityTagOf(tag, version));
}
