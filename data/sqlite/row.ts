import { createHash } from "node:crypto";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { serialize } from "../../schema/notice/notice.ts";
import type { DamagedRevision, Draft, Revision } from "../store.ts";
import type { Connection } from "./driver.ts";

/** A row of the table `revision`. */
export interface Row {
  revision: number;
  body: string;
  sha256: string;
  author: string;
  created_at: string;
}

export const columns = "revision, body, sha256, author, created_at";

/** The number of the latest revision, or undefined if there is none. */
export function findLatestNumber(db: Connection): number | undefined {
  return db.prepare<[], number | null>("SELECT max(revision) FROM revision").pluck().get() ?? undefined;
}

/**
 * Inserts a revision. Its notice is checked once more, so that no caller can bring in an invalid one.
 * @throws NoticeError NOTICE_INVALID
 */
export function insertRevision(db: Connection, draft: Omit<Draft, "ifRevision">, number: number): void {
  const body = serialize(checkNotice(draft.notice));
  db.prepare(`INSERT INTO revision (${columns}, request_id) VALUES (?, ?, ?, ?, ?, ?)`).run(
    number,
    body,
    sha256(body),
    draft.author,
    new Date().toISOString(),
    draft.requestId,
  );
}

/**
 * Turns a row into a revision and verifies its text: SQLite's own integrity check does not notice a flipped bit.
 * @throws NoticeError STORE_DAMAGED
 */
export function toRevision(row: Row): Revision {
  const entry = toHistoryEntry(row);
  if ("notice" in entry) return entry;
  throw new NoticeError("STORE_DAMAGED", { revision: entry.number, reason: entry.damage });
}

/** The same, except that a damaged revision is returned as such. */
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
    return { ...entry, notice: checkNotice(JSON.parse(body)) };
  } catch (error) {
    return { ...entry, damage: (error as Error).message };
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
