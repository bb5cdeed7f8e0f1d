import { NoticeError } from "../schema/errors/notice-error.ts";
import { checkNotice, readStoredNotice } from "../schema/notice/change.ts";
import { hashOf, sha256 } from "../schema/notice/hash.ts";
import { serialize } from "../schema/notice/notice.ts";
import { nameByHash } from "../schema/notice/protocol.ts";
import { counts, type DamagedRevision, type NewRevision, type Revision, type Version } from "./store.ts";

/** A revision as every kind of store keeps it. */
export interface Row {
  revision: number;
  body: string;
  sha256: string;
  author: string;
  created_at: string;
  /** SQLite has no booleans. */
  is_automatic?: boolean | 0 | 1;
}

/** A row with its request id, which only writers need. */
export type WholeRow = Row & { request_id: string };

/**
 * The document of a new revision as it is stored, checked again, so that no caller can store an invalid one.
 * @throws NoticeError NOTICE_INVALID
 */
export function bodyOf({ notice, wasShown = false }: Pick<NewRevision, "notice" | "wasShown">): string {
  return serialize(wasShown ? readStoredNotice(notice) : checkNotice(notice));
}

/**
 * Turns a row into a revision, and verifies its text: a database does not notice a flipped bit.
 * @throws NoticeError STORE_DAMAGED
 */
export function toRevision(row: Row): Revision {
  const entry = toHistoryEntry(row);
  if ("notice" in entry) return entry;
  throw new NoticeError("STORE_DAMAGED", { revision: entry.number, reason: entry.damage });
}

/** Turns a row into a revision or, if it is damaged, into a damaged revision with the reason. */
export function toHistoryEntry({
  revision: number,
  body,
  sha256: hash,
  author,
  created_at: createdAt,
  is_automatic: isAutomatic,
}: Row): Revision | DamagedRevision {
  const entry = { number, author, createdAt, ...(isAutomatic && { isAutomatic: true as const }) };
  if (sha256(body) !== hash) return { ...entry, damage: "its text does not match its checksum" };
  try {
    return { ...entry, notice: readStoredNotice(JSON.parse(body)) };
  } catch (error) {
    return { ...entry, damage: (error as Error).message };
  }
}

export function versionOf(entry: Revision | DamagedRevision): Version {
  return { number: entry.number, hash: "notice" in entry ? hashOf(entry.notice) : undefined };
}

/** The error for a change that expects another revision than the current one. */
export function conflict(expected: Version, current: Version): NoticeError {
  const name = ({ number, hash }: Version) => (hash === undefined ? number : nameByHash(number, hash));
  return new NoticeError("REVISION_CONFLICT", { expected: name(expected), current: name(current) });
}

/**
 * Refuses a change that does not follow the latest revision, or whose id has made a revision.
 * @throws NoticeError REVISION_CONFLICT
 */
export function assertFollows({ follows }: NewRevision, latest: Row, done?: object): void {
  const current = versionOf(toHistoryEntry(latest));
  const expected = follows ?? current;
  if (done || expected.number !== current.number || expected.hash !== current.hash)
    throw conflict(expected, current);
}

/** The number of a change: one more than the highest that the store, this machine or a node has. */
export function numberAfter(latest: number, ...told: (number | undefined)[]): number {
  return told.reduce<number>((max, n = 0) => (counts(n, latest) ? Math.max(max, n) : max), latest) + 1;
}
