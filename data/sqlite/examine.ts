import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { tryWrite } from "../files/try-write.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { quotable, translateErrors } from "../sqlite-file/fault.ts";
import { migrate } from "../sqlite-file/format.ts";
import { withConnection } from "../sqlite-file/open.ts";
import { missingObject } from "../sqlite-file/own-schema.ts";
import { columns, findLatestNumber, insertRevision } from "../sqlite-file/row.ts";
import type { DamagedRevision } from "../store.ts";
import { type Row, toHistoryEntry } from "../stored-row.ts";

/** The result of examining a store. */
export interface Examination {
  /** What is wrong with the file, with a change to it, or with its list of tables; absent if nothing. */
  fault?: string;
  /** How many revisions could be read, including damaged ones. */
  count: number;
  /** The number of the latest of them. */
  latest?: number;
  damaged: DamagedRevision[];
}

/**
 * Examines everything in a store: SQLite's own check does not notice a flipped bit in a text, nor a table that is gone.
 * @throws NoticeError STORE_…, if what is wrong is not in the store
 */
export function examine(db: Connection, file: string): Examination {
  const found: Examination = { count: 0, damaged: [] };
  // In this order, so that the fault is the one that a change would report.
  const fault =
    faultOf(file, () => readAll(db, found)) ??
    (db.readonly ? undefined : faultOf(file, () => rehearseChange(db, file))) ??
    faultOf(file, () => faultOfFile(db));
  return { ...found, ...(fault !== undefined && { fault }) };
}

/**
 * Whether nothing is wrong with a store; unless `readonly`, this includes trying a change.
 * @throws NoticeError STORE_…, if what is wrong is not in the store
 */
export function isSound(file: string, readonly = false): boolean {
  try {
    const options = { readonly, keepsJournal: true, busyTimeoutMs: 0 };
    const { fault, latest, damaged } = withConnection(file, options, (db) => examine(db, file));
    return fault === undefined && latest !== undefined && damaged.length === 0;
  } catch (error) {
    const isInStore = (["STORE_MISSING", "STORE_CORRUPT", "STORE_FOREIGN"] as const).some((code) =>
      isNoticeError(error, code),
    );
    if (isInStore) return false;
    throw error;
  }
}

/** The fault that the work returns, or the store's fault in its error. */
function faultOf(file: string, work: () => string | undefined): string | undefined {
  try {
    return translateErrors(file, work);
  } catch (error) {
    if (!isNoticeError(error, "STORE_CORRUPT")) throw error;
    return quotable((error.cause as Error).message);
  }
}

function faultOfFile(db: Connection): string | undefined {
  const found = String(db.pragma("integrity_check(1)", { simple: true }));
  return found === "ok" ? missingObject(db) : quotable(found);
}

function readAll(db: Connection, into: Examination): undefined {
  for (const row of db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision`).iterate()) {
    into.count += 1;
    into.latest = row.revision;
    const entry = toHistoryEntry(row);
    if ("damage" in entry) into.damaged.push(entry);
  }
}

/**
 * Tries a change and rolls it back, so that nobody ever sees it; fails as the change would. SQLite writes little before
 * a commit, so this also writes a file in the folder.
 * @throws the errors of SQLite and the file system
 */
function rehearseChange(db: Connection, file: string): undefined {
  db.exec("BEGIN IMMEDIATE");
  try {
    migrate(db, file);
    const change = { notice: defaults, author: "backsoon", requestId: randomUUID() };
    insertRevision(db, change, (findLatestNumber(db) ?? 0) + 1);
  } finally {
    // Some errors end the transaction themselves.
    if (db.inTransaction) db.exec("ROLLBACK");
  }
  // SQLite writes beside the file that a symbolic link points to.
  tryWrite(dirname(realpathSync(file)));
}
