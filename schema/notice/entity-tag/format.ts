// Writes entity tags: the revision's number, the beginning of the document's hash and, if it is compressed, its coding.
// @see https://www.rfc-editor.org/rfc/rfc9110#name-etag

/** Identifies a document. The number is not enough, because a new store may use it for another document. */
export interface DocumentVersion {
  /** The revision's number. */
  number: number;
  /** The beginning of the document's SHA-256, as 8 hexadecimal digits; absent if a proxy withheld it. */
  sum?: string;
}

/** The pattern of an uncompressed document's entity tag, for JSON Schemas. */
export const entityTagPattern = '^"[0-9]+-[0-9a-f]{8}"$';

/** The end of the tag, by coding: to a cache, a document in two codings is two documents. */
const codingSuffixes = { br: "-br", gzip: "-gz", identity: "" };

/** The version of a document from its full hash. */
export function versionBySum(number: number, sum: string): Required<DocumentVersion> {
  return { number, sum: sum.slice(0, 8) };
}

/** The text between the quotes of an entity tag. */
export function versionName({ number, sum }: DocumentVersion): string {
  return `${number}-${sum}`;
}

/** The same text from the full hash. */
export const nameBySum = (number: number, sum: string): string => versionName(versionBySum(number, sum));

/** The entity tag of a document. */
export function formatEntityTag(version: DocumentVersion): string {
  return `"${versionName(version)}"`;
}

/** The entity tag of a document in one of its codings. */
export function formatCodedEntityTag(version: DocumentVersion, coding: keyof typeof codingSuffixes): string {
  return `"${versionName(version)}${codingSuffixes[coding]}"`;
}
