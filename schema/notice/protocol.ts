// What the server, its page, the proxy in front and clients agree on.

/** Marks a reply as ours: an open page takes its absence as a sign that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";

/** The type of the notice as a problem, which never changes: `docs/http.md` describes it. */
export const problemType = "urn:uuid:fec49cac-839b-47bc-b895-dfa245c5a910";

/** Where programs fetch the notice. */
export const noticePath = "/api/notice";

const pollName = "/backsoon-notice";

/** Where a page asks for the notice: behind its own path, so that the request goes wherever the page's own goes. */
export function pollPathOf(path: string): string {
  return path.replace(/\/$/, "") + pollName;
}

/** Whether an open page asks at this path, whatever a proxy has put in front of it or taken off. */
export function isPollPath(path: string): boolean {
  return path.endsWith(pollName) || path.endsWith(`${pollName}/`);
}

/** Where the service shows that its process runs. Apps have their own `/healthz`, which we must not answer. */
export const livenessPath = "/.backsoon/healthz";

/** Where the service says whether visitors may be sent to it, and whether its store is up. */
export const readinessPath = "/.backsoon/readyz";

/** Where the link for staff begins; a secret follows. The proxy answers it with a cookie. */
export const staffPath = "/.backsoon/staff/";

/** The cookie that lets staff past the notice. Its secret is not the link's. */
export const staffCookie = "backsoon_staff";

/**
 * The version of the document in a reply of ours; undefined if the marker is not one to sixteen digits. A proxy may
 * have removed the entity tag.
 */
export function versionOf(headers: Pick<Headers, "get">): DocumentVersion | undefined {
  const number = headers.get(marker) ?? "";
  if (!/^\d{1,16}$/.test(number)) return undefined;
  const hash = readEntityTag(headers.get("ETag") ?? "")?.hash;
  return { number: Number(number), ...(hash && { hash }) };
}

// Writes entity tags: the revision's number, the beginning of the document's hash and, if it is compressed, its coding.
// @see https://www.rfc-editor.org/rfc/rfc9110#name-etag

/** Identifies a document. The number is not enough, because a new store may use it for another document. */
export interface DocumentVersion {
  number: number;
  /** The beginning of the document's SHA-256, as 8 hexadecimal digits; absent if a proxy withheld it. */
  hash?: string;
}

/** The pattern of an uncompressed document's entity tag, for JSON Schemas. */
export const entityTagPattern = '^"[0-9]+-[0-9a-f]{8}"$';

/** The end of the tag, by coding: to a cache, a document in two codings is two documents. */
const codingSuffixes = { br: "-br", gzip: "-gz", identity: "" };

/** The version of a document from its full hash. */
export function versionByHash(number: number, hash: string): Required<DocumentVersion> {
  return { number, hash: hash.slice(0, 8) };
}

/** The text between the quotes of an entity tag. */
export function versionName({ number, hash }: DocumentVersion): string {
  return `${number}-${hash}`;
}

/** The same text from the full hash. */
export const nameByHash = (number: number, hash: string): string => versionName(versionByHash(number, hash));

export function formatEntityTag(version: DocumentVersion): string {
  return `"${versionName(version)}"`;
}

/** The entity tag of a document in one of its codings. */
export function formatCodedEntityTag(version: DocumentVersion, coding: keyof typeof codingSuffixes): string {
  return `"${versionName(version)}${codingSuffixes[coding]}"`;
}

/**
 * Reads an entity tag of ours; undefined for any other tag. A proxy may have made it weak, or added a coding at its
 * end.
 */
export function readEntityTag(tag: string): Required<DocumentVersion> | undefined {
  const [, number, hash] = /^(?:W\/)?"(\d+)-([0-9a-f]{8})/.exec(tag) ?? [];
  return number && hash ? { number: Number(number), hash } : undefined;
}

/**
 * Reads an `If-Match` or `If-None-Match`: `*`, or a list of entity tags as written, with quotes and `W/`. Undefined for
 * other text.
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
  // The coding follows the hash. A proxy may have its own name for it.
  return tag.replace(/^(?:W\/)?("\d+-[0-9a-f]{8})(?:-[\w-]+)?"$/, '$1"') === formatEntityTag(version);
}

/** Whether an `If-None-Match` names a document in any coding; false if the header cannot be read. */
export function namesDocument(ifNoneMatch: string, version: DocumentVersion): boolean {
  const tags = parseEntityTags(ifNoneMatch) ?? [];
  return tags === "*" || tags.some((tag) => isEntityTagOf(tag, version));
}
