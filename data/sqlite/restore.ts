import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { readBackup } from "../backup.ts";
import {
  type Connection,
  insertRevision,
  migrate,
  prepareInsert,
  readLatest,
  versionsIn,
} from "../sqlite-file/format.ts";
import {
  createConnection,
  createStoreFile,
  openConnection,
  translateErrors,
  withConnection,
} from "../sqlite-file/open.ts";
import type { CheckedBackup, Replacement, Revision } from "../store.ts";
import { numberAfter, toHistoryEntry } from "../stored-row.ts";
import { intactVersions } from "./examine.ts";
import { clean, exclusively, keepBefore, nextOf, putThere } from "./replacement.ts";

/** Fills a store that is new or has lost revisions. @see StoreBackend.fillFromBackup */
export async function fillFromBackup(
  file: string,
  backup: CheckedBackup,
  seen: number,
  author: string,
): Promise<Replacement> {
  const db = openConnection(file);
  try {
    const done = await fill(db, file, backup, { ...backup.latest, number: seen }, author);
    const { number } = withConnection(file, { readonly: true }, readLatest);
    // If the file was replaced meanwhile, the current store was not filled.
    if (number < done.number) throw new NoticeError("WRITE_LOST", { file });
    return done;
  } finally {
    db.close();
  }
}

/**
 * Adds the revisions of a backup that a store lacks, all in one transaction. If visitors have seen a later number,
 * publishes what they are to see again.
 */
function fill(
  db: Connection,
  file: string,
  backup: CheckedBackup,
  again: Revision,
  author: string,
): Promise<Replacement> {
  const { number } = backup.latest;
  return readBackup(backup.file, ({ rows }) => {
    const filling = db.transaction((): Replacement => {
      migrate(db, file);
      const removed = makeRoom(db, backup);
      const insert = prepareInsert(db);
      const isThere = db.prepare<[number]>("SELECT 1 FROM revision WHERE revision = ?");
      for (const row of rows())
        if ("notice" in toHistoryEntry(row) && !isThere.get(row.revision)) insert(row);
      db.exec("DELETE FROM token WHERE kind <> 'token'");
      const next = numberAfter(number, again.number, removed);
      if (next === number + 1) return { number };
      insertRevision(db, { notice: again.notice, author, requestId: randomUUID(), wasShown: true }, next);
      return { number: next, again };
    });
    return translateErrors(file, () => filling.immediate());
  });
}

/** Removes the only revision of a store, and returns its number, unless the backup has it. */
function makeRoom(db: Connection, backup: CheckedBackup): number {
  const standing = versionsIn(db);
  if (backup.continues(standing)) return 0;
  const current = standing.at(-1)?.revision ?? 0;
  if (standing.length > 1) throw new NoticeError("REVISION_CONFLICT", { expected: 1, current });
  const trigger = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'revision_stays'").pluck().get();
  db.exec(`DROP TRIGGER revision_stays; DELETE FROM revision; ${trigger}`);
  return current;
}

/** Puts a backup in the place of a store that is broken or missing. @see StoreBackend.repairFromBackup */
export function repairFromBackup(
  file: string,
  backup: CheckedBackup,
  known: () => Revision | undefined,
  author: string,
): Promise<Replacement | undefined> {
  return exclusively(file, undefined, async () => {
    clean(file);
    try {
      translateErrors(file, () => keepBefore(file));
      if (intactVersions(file)) return undefined;
      const old = hold(file);
      try {
        const replacement = await makeNext(file, backup, laterOf(known(), old), author);
        if (!intactVersions(nextOf(file))) throw new NoticeError("WRITE_LOST", { file });
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
    db = new Database(file, { fileMustExist: true, timeout: 0 });
    db.exec("BEGIN IMMEDIATE");
    return db;
  } catch (error) {
    db?.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") throw new NoticeError("STORE_BUSY", { file });
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

async function makeNext(
  file: string,
  backup: CheckedBackup,
  known: Revision | undefined,
  author: string,
): Promise<Replacement> {
  const next = nextOf(file);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  translateErrors(next, () => createStoreFile(next, mode));
  const db = createConnection(next);
  try {
    return await fill(db, next, backup, known ?? { ...backup.latest, number: 0 }, author);
  } finally {
    db.close();
  }
}
