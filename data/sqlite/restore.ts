import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { type Backup, type CheckedBackup, checkBackup, readBackup, unreadable } from "../backup/read.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { migrate, withoutTrigger } from "../sqlite-file/format.ts";
import { createStoreFile } from "../sqlite-file/new-file.ts";
import { createConnection, openConnection, withConnection } from "../sqlite-file/open.ts";
import { insertRevision, prepareInsert, readLatest } from "../sqlite-file/row.ts";
import type { Replacement, Revision } from "../store.ts";
import { numberAfter, type StoredVersion, toHistoryEntry, type WholeRow } from "../stored-row.ts";
import { isSound } from "./examine.ts";
import { exclusively } from "./exclusively.ts";
import { clean, keepBefore, nextOf, putThere } from "./replacement.ts";

/** Whether the history of a store may come from a backup. @see StoreBackend.mayFill */
export async function mayFill(file: string, source: string): Promise<boolean> {
  const standing = withConnection(file, { readonly: true }, versionsIn);
  return standing.length === 1 || (await checkBackup(source)).continues(standing);
}

/**
 * Adds the revisions of a backup to a store that has lost them, or that has only its first revision, which goes: all in
 * one transaction. If visitors have seen a later number, the backup's notice is published again.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE, REVISION_CONFLICT if the store holds more by then, WRITE_LOST
 */
export async function fillFromBackup(
  file: string,
  source: string,
  seen: number,
  author: string,
): Promise<Replacement> {
  const checked = await checkBackup(source);
  const db = openConnection(file);
  try {
    const done = await readBackup(source, (backup) => {
      const filling = db.transaction((): Replacement => {
        const removed = makeRoom(db, file, checked);
        const leftOut = insertRows(db, source, backup);
        const { number, notice } = backup.latest;
        const next = numberAfter(number, seen, removed);
        if (next === number + 1) return { number, leftOut };
        insertRevision(db, { notice, author, requestId: randomUUID(), wasShown: true }, next);
        return { number: next, leftOut };
      });
      return translateErrors(file, () => filling.immediate());
    });
    const { number } = withConnection(file, { readonly: true }, readLatest);
    // If the file was replaced meanwhile, the current store was not filled.
    if (number < done.number) throw new NoticeError("WRITE_LOST", { file });
    return done;
  } finally {
    db.close();
  }
}

function versionsIn(db: Connection): StoredVersion[] {
  return db
    .prepare<[], StoredVersion>("SELECT revision, sha256, request_id FROM revision ORDER BY revision")
    .all();
}

/** Removes the only revision of a store, and returns its number, unless the backup has it. */
function makeRoom(db: Connection, file: string, backup: CheckedBackup): number {
  const standing = versionsIn(db);
  const current = standing.at(-1)?.revision ?? 0;
  migrate(db, file);
  if (backup.continues(standing)) return 0;
  if (standing.length > 1) throw new NoticeError("REVISION_CONFLICT", { expected: 1, current });
  withoutTrigger(db, "revision_stays", () => db.exec("DELETE FROM revision"));
  return current;
}

/** Inserts the intact revisions of a backup that a store lacks. Returns how many are damaged. */
function insertRows(db: Connection, source: string, { rows }: Backup): number {
  const insert = prepareInsert(db);
  const isThere = db.prepare<[number]>("SELECT 1 FROM revision WHERE revision = ?");
  let damaged = 0;
  for (const row of rows()) {
    if ("damage" in toHistoryEntry(row)) damaged += 1;
    else if (!isThere.get(row.revision)) accepting(source, row, () => insert(row));
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

/**
 * Moves a broken store aside, or finds it missing, and puts a backup in its place. If the last known good notice is
 * later, it is published again. Undefined if somebody else has replaced the store meanwhile.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE
 */
export function repairFromBackup(
  file: string,
  source: string,
  known: () => Revision | undefined,
  author: string,
): Promise<Replacement | undefined> {
  return exclusively(file, undefined, async () => {
    clean(file);
    try {
      translateErrors(file, () => keepBefore(file));
      if (isSound(file)) return undefined;
      const old = hold(file);
      try {
        const replacement = await makeNext(file, source, laterOf(known(), old), author);
        if (!isSound(nextOf(file))) throw new NoticeError("WRITE_LOST", { file });
        return { ...replacement, aside: await putThere(file, () => old?.close()) };
      } finally {
        old?.close();
      }
    } finally {
      clean(file);
    }
  });
}

/** Opens a broken store if possible, and keeps others from writing to it until it is closed. */
function hold(file: string): Connection | undefined {
  let db: Connection | undefined;
  try {
    db = openConnection(file, { keepsJournal: true, isBroken: true, busyTimeoutMs: 0 });
    const held = db;
    translateErrors(file, () => held.exec("BEGIN IMMEDIATE"));
    return db;
  } catch (error) {
    db?.close();
    if (isNoticeError(error, "STORE_BUSY")) throw error;
    return undefined;
  }
}

/** The last known good revision, or that of the old store: a change may be there that is not kept yet. */
function laterOf(known: Revision | undefined, old: Connection | undefined): Revision | undefined {
  try {
    const latest = old && readLatest(old);
    return latest && latest.number > (known?.number ?? 0) ? latest : known;
  } catch {
    return known;
  }
}

/** Makes the new store beside the old one, in one transaction. */
async function makeNext(
  file: string,
  source: string,
  known: Revision | undefined,
  author: string,
): Promise<Replacement> {
  const next = nextOf(file);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  translateErrors(next, () => createStoreFile(next, mode));
  const db = createConnection(next);
  try {
    return await readBackup(source, (backup) => {
      const filling = db.transaction((): Replacement => {
        migrate(db, next);
        const leftOut = insertRows(db, source, backup);
        return { leftOut, ...publishAgain(db, backup.latest.number, known, author) };
      });
      return translateErrors(next, () => filling.immediate());
    });
  } finally {
    db.close();
  }
}

/** Publishes the last known good notice again if it is later than a store's latest revision. */
function publishAgain(
  db: Connection,
  latest: number,
  known: Revision | undefined,
  author: string,
): Pick<Replacement, "number" | "again"> {
  const number = numberAfter(latest, known?.number);
  if (!known || number === latest + 1) return { number: latest };
  insertRevision(db, { notice: known.notice, author, requestId: randomUUID(), wasShown: true }, number);
  return { number, again: known };
}
