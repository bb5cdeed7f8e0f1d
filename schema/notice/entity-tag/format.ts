// The entity tag of a document, wherever one is written, read or described: the revision's number, the beginning of the
// document's sum and, of a compressed one, its coding.
// @see https://www.rfc-editor.org/rfc/rfc9110#name-etag

/** Which document it is: a store that was made anew may give its numbers to other documents. */
export interface DocumentVersion {
  /** The revision's number. */
  number: number;
  /** The beginning of the document's SHA-256, as 8 hexadecimal digits; absent if a proxy withheld it. */
  sum?: string;
}

/** What an entity tag that is a document's own looks like, as a JSON Schema says it. */
export const entityTagPattern = '^"[0-9]+-[0-9a-f]{8}"$';

/** What the tag of a coding ends with: the same document in two codings is not the same to a cache. */
const codingSuffixes = { br: "-br", gzip: "-gz", identity: "" };

/** The version of a document by its whole sum, of which an entity tag has only the beginning. */
export function versionBySum(number: number, sum: string): Required<DocumentVersion> {
  return { number, sum: sum.slice(0, 8) };
}

/** What an entity tag says between its quotes. */
export function versionName({ number, sum }: DocumentVersion): string {
  return `${number}-${sum}`;
}

/** The same, by the whole sum. */
export const nameBySum = (number: number, sum: string): string => versionName(versionBySum(number, sum));

/** The entity tag of a document. */
export function formatEntityTag(version: DocumentVersion): string {
  return `"${versionName(version)}"`;
}

/** The entity tag of a document in one of its codings. */
export function formatCodedEntityTag(version: DocumentVersion, coding: keyof typeof codingSuffixes): string {
  return `"${versionName(version)}${codingSuffixes[coding]}"`;
}
