import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sync } from "../files/sync.ts";
import { backupFormat, keepRevisionsAlone, migrate } from "../sqlite-file/migrations.ts";
import { createExclusively, discard } from "../sqlite-file/new-file.ts";
import { createConnection, withConnection } from "../sqlite-file/open.ts";
import { prepareInsert, readLatest } from "../sqlite-file/row.ts";
import type { WholeRow } from "../stored-row.ts";

/**
 * Copies the revisions of a store into a new file, consistently even while others write: the copy is verified and synced before it is
 * given its name. Returns the number of its latest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export function backUp(file: string, target: string): Promise<{ number: number; bytes: number }> {
  return makeCopy(target, async (copy) => {
    const whole = `${copy}.whole.tmp`;
    try {
      vacuumInto(file, whole);
      withConnection(whole, { keepsJournal: true }, keepRevisionsAlone);
      // Once more, so that nothing of what was taken out is left in a page. VACUUM alone would need a temporary folder.
      vacuumInto(whole, copy);
    } finally {
      discard(whole);
    }
  });
}

function vacuumInto(file: string, target: string): void {
  createExclusively(target);
  withConnection(file, { readonly: true }, (db) => db.prepare("VACUUM INTO ?").run(target));
}

/** Makes such a copy of rows that come from elsewhere, the oldest first; throws what reading them throws, too. */
export function writeCopy(
  target: string,
  pages: AsyncIterable<WholeRow[]>,
): Promise<{ number: number; bytes: number }> {
  return makeCopy(target, async (copy) => {
    createExclusively(copy);
    const db = createConnection(copy);
    try {
      db.exec("BEGIN IMMEDIATE");
      migrate(db, copy, backupFormat);
      const insert = prepareInsert(db);
      for await (const rows of pages) for (const row of rows) insert.run(row);
      db.exec("COMMIT");
      // The whole copy is in one file.
      db.pragma("journal_mode = DELETE");
    } finally {
      db.close();
    }
  });
}

async function makeCopy(
  target: string,
  make: (copy: string) => Promise<void>,
): Promise<{ number: number; bytes: number }> {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  assertFolder(target);
  const copy = `${target}.${randomUUID()}.tmp`;
  try {
    await make(copy);
    const { number } = withConnection(copy, { readonly: true }, readLatest);
    await sync(copy);
    renameSync(copy, target);
    await sync(dirname(target));
    return { number, bytes: statSync(target).size };
  } catch (error) {
    discard(copy);
    throw error;
  }
}

/** Otherwise SQLite would only say that the store cannot be opened. */
function assertFolder(target: string): void {
  try {
    accessSync(dirname(target), constants.W_OK);
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file: target, reason: folderFault(cause) }, { cause });
  }
}
