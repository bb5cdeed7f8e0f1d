import { NoticeError } from "../schema/errors/notice-error.ts";
import { checkNotice, readStoredNotice } from "../schema/notice/check.ts";
import { serialize } from "../schema/notice/notice.ts";
import { sha256 } from "../schema/notice/sum.ts";
import type { DamagedRevision, NewRevision, Revision } from "./store.ts";

/** A revision as every kind of store keeps it. */
export interface Row {
  revision: number;
  body: string;
  sha256: string;
  author: string;
  created_at: string;
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
  sha256: sum,
  author,
  created_at: createdAt,
}: Row): Revision | DamagedRevision {
  const entry = { number, author, createdAt };
  if (sha256(body) !== sum) return { ...entry, damage: "its text does not match its checksum" };
  try {
    return { ...entry, notice: readStoredNotice(JSON.parse(body)) };
  } catch (error) {
    return { ...entry, damage: (error as Error).message };
  }
}
