// What the server and the page that it serves agree on.

/** Marks a reply as ours: an open page takes its absence as a sign that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";

/** Where an open page fetches the notice. */
export const noticePath = "/api/notice";

/** Which document it is: a store that was made anew may give its numbers to other documents. */
export interface DocumentVersion {
  /** The revision's number. */
  number: number;
  /** The beginning of the document's SHA-256, as 8 hexadecimal digits; absent if a proxy withheld it. */
  sum?: string;
}

/**
 * The entity tag of a document or, with a suffix, of one of its codings.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-etag
 */
export function entityTag({ number, sum }: DocumentVersion, suffix = ""): string {
  return `"${number}-${sum}${suffix}"`;
}

/**
 * Whether a list of entity tags has one of a document, in whatever coding: weak, with the name of a coding at its end,
 * or `*`, which stands for any.
 */
export function hasEntityTag(list: string, version: DocumentVersion): boolean {
  return list.split(",").some((given) => given.trim() === "*" || isEntityTagOf(given.trim(), version));
}

/** Whether an entity tag is that of a document or of one of its codings, weak or not. */
export function isEntityTagOf(tag: string, version: DocumentVersion): boolean {
  // What follows the sum is the name of a coding.
  return tag.replace(/^(?:W\/)?("\d+-[0-9a-f]{8})(?:-[\w-]+)?"$/, '$1"') === entityTag(version);
}

/**
 * The version of the document in a reply of ours; undefined if the marker is not one to sixteen digits. A proxy may
 * have made the entity tag weak, put the name of a coding at its end, or removed it.
 */
export function versionOf(headers: Pick<Headers, "get">): DocumentVersion | undefined {
  const number = headers.get(marker) ?? "";
  if (!/^\d{1,16}$/.test(number)) return undefined;
  const sum = /^(?:W\/)?"\d+-([0-9a-f]{8})/.exec(headers.get("ETag") ?? "")?.[1];
  return { number: Number(number), ...(sum && { sum }) };
}
