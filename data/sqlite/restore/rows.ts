import { randomUUID } from "node:crypto";
import { type Backup, unreadable } from "../../backup/read.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { insertRevision, prepareInsert } from "../../sqlite-file/row.ts";
import { toHistoryEntry, type WholeRow } from "../../stored-row.ts";

/** Inserts the revisions of a backup that a store lacks, and returns the numbers of the damaged ones. */
export function insertRows(db: Connection, source: string, { rows }: Backup): number[] {
  const insert = prepareInsert(db);
  const isThere = db.prepare<WholeRow>(
    "SELECT 1 FROM revision WHERE revision = :revision OR request_id = :request_id",
  );
  const damaged: number[] = [];
  for (const row of rows()) {
    if ("damage" in toHistoryEntry(row)) damaged.push(row.revision);
    else if (!isThere.get(row)) accepting(source, row, () => insert.run(row));
  }
  return damaged;
}

/** Inserts a row; if our table refuses it, the backup is at fault. */
function accepting(source: string, { revision }: WholeRow, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    if (!code?.startsWith("SQLITE_CONSTRAINT")) throw cause;
    throw unreadable(source, `revision ${revision} in it cannot be stored: ${message}`, cause);
  }
}

/** Publishes a backup's latest notice again if visitors have seen its number or a later one; returns its number. */
export function republish(db: Connection, { latest }: Backup, seen: number, author: string): number {
  const { number, notice } = latest;
  if (number > seen) return number;
  insertRevision(db, { notice, author, requestId: randomUUID(), wasShown: true }, seen + 1);
  return seen + 1;
}
