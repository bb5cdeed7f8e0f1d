import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { sync } from "../files/sync.ts";
import { migrate } from "../sqlite-file/format.ts";
import { createExclusively, discard } from "../sqlite-file/new-file.ts";
import { createConnection, withConnection } from "../sqlite-file/open.ts";
import { prepareInsert, readLatest } from "../sqlite-file/row.ts";
import type { WholeRow } from "../stored-row.ts";

/**
 * Writes a backup: `fill` makes the file, which is verified and synced before it is given its name. Returns the number of
 * its latest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE, and what `fill` throws
 */
export async function writeBackup(
  target: string,
  fill: (file: string) => Promise<void>,
): Promise<{ number: number; bytes: number }> {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  assertFolder(target);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await fill(temporary);
    const { number } = withConnection(temporary, { readonly: true }, readLatest);
    await sync(temporary);
    renameSync(temporary, target);
    await sync(dirname(target));
    return { number, bytes: statSync(target).size };
  } catch (error) {
    discard(temporary);
    // The error of the store may name the store, or even call it unreachable.
    const cause = isNoticeError(error) ? error.cause : error;
    if (!isFull(cause)) throw error;
    throw new NoticeError("FILE_UNWRITABLE", { file: target, reason: folderFault(cause) }, { cause });
  }
}

/** Fills a backup with rows, oldest first; also throws the errors of reading them. */
export async function fillWithRows(file: string, rows: AsyncIterable<WholeRow>): Promise<void> {
  createExclusively(file);
  // Without a write-ahead log, so that the whole backup is in one file.
  const db = createConnection(file, { keepsJournal: true });
  try {
    // A damaged row is copied as it is: a damaged history needs its backup most.
    db.pragma("ignore_check_constraints = ON");
    db.exec("BEGIN IMMEDIATE");
    migrate(db, file);
    const insert = prepareInsert(db);
    for await (const row of rows) insert.run(row);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

/** Whether the disk of the backup is full. */
function isFull(cause: unknown): boolean {
  return ["SQLITE_FULL", "ENOSPC"].includes((cause as { code?: string } | undefined)?.code ?? "");
}

/** Refuses a missing folder here: SQLite would only say that the store cannot be opened. */
function assertFolder(target: string): void {
  try {
    accessSync(dirname(target), constants.W_OK);
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file: target, reason: folderFault(cause) }, { cause });
  }
}
