import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { folderFault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { sync } from "../files/replace-file.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { type Connection, migrate } from "../sqlite-file/format.ts";
import { tryLock } from "../sqlite-file/new-file.ts";
import { prepareInsert, readLatest } from "../sqlite-file/row.ts";
import type { WholeRow } from "../stored-row.ts";

/**
 * Writes rows, oldest first, as a backup, which gets its name once it is verified and synced. Returns the number of its
 * latest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, OUTPUT_UNWRITABLE, and what reading the rows throws
 */
export async function writeBackup(
  target: string,
  rows: Iterable<WholeRow> | AsyncIterable<WholeRow>,
): Promise<{ number: number; bytes: number }> {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  const { file, db } = startFile(target);
  removeAbandoned(target, statSync(file).uid);
  try {
    const insert = prepareInsert(db);
    for await (const row of rows) insert(row);
    db.exec("COMMIT");
    const { number } = readLatest(db);
    renameSync(file, target);
    await sync(dirname(target));
    return { number, bytes: statSync(target).size };
  } catch (error) {
    rmSync(file, { force: true });
    // The error of the store may name the store, or even call it unreachable.
    const cause = isNoticeError(error) ? error.cause : error;
    throw isFull(cause) ? unwritable(target, cause) : error;
  } finally {
    db.close();
  }
}

/** The end of a temporary file's name, after that of the backup. */
const temporaryEnd = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Begins a temporary file, which stays locked until its connection is closed. */
function startFile(target: string): { file: string; db: Connection } {
  for (;;) {
    const file = `${target}.${randomUUID()}.tmp`;
    try {
      // SQLite itself would follow a link.
      closeSync(openSync(file, "wx"));
    } catch (cause) {
      throw unwritable(target, cause);
    }
    const db = translateErrors(file, () => new Database(file));
    try {
      // In one file, without a log or journal. A damaged row is copied as it is: its history needs the backup most.
      for (const pragma of ["journal_mode = MEMORY", "locking_mode = EXCLUSIVE", "synchronous = FULL"])
        db.pragma(pragma);
      db.pragma("ignore_check_constraints = ON");
      db.exec("BEGIN EXCLUSIVE");
      migrate(db, file);
      // Another backup may have taken the file for an abandoned one before it was locked.
      if (existsSync(file)) return { file, db };
    } catch (error) {
      db.close();
      rmSync(file, { force: true });
      throw error;
    }
    db.close();
  }
}

/** Removes a user's temporary files of killed backups to the same target: nobody has them locked. */
function removeAbandoned(target: string, user: number): void {
  const start = basename(target);
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(start) || !temporaryEnd.test(name.slice(start.length))) continue;
    const file = join(dirname(target), name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.uid === user) removeUnlocked(file);
  }
}

function removeUnlocked(file: string): void {
  let unlock: ReturnType<typeof tryLock>;
  try {
    unlock = tryLock(file);
    if (!unlock) return;
  } catch {
    // It is not whole, and a running backup would have locked it.
  }
  rmSync(file, { force: true });
  unlock?.();
}

function unwritable(file: string, cause: unknown): NoticeError {
  const params = { file, reason: folderFault(cause), user: thisUser() };
  return new NoticeError("OUTPUT_UNWRITABLE", params, { cause });
}

/** Whether the disk of the backup is full. */
function isFull(cause: unknown): boolean {
  return ["SQLITE_FULL", "ENOSPC"].includes((cause as { code?: string } | undefined)?.code ?? "");
}
