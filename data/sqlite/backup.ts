import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { inheritOwnership } from "../files/inherit-ownership.ts";
import { sync } from "../files/sync.ts";
import type { Revision } from "../store.ts";
import type { Connection } from "./driver.ts";
import { migrate } from "./migrations.ts";
import { withConnection } from "./open.ts";
import { columns, insertRevision, type Row, toRevision } from "./row.ts";

/**
 * Copies the store into a new file, consistently even while others write: the copy is verified and synced before it is
 * given its name. Returns the number of its latest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export async function backUp(file: string, target: string): Promise<{ number: number; bytes: number }> {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  assertFolder(target);
  const copy = copyStore(file, target);
  try {
    const { number } = readLatest(copy);
    await sync(copy);
    renameSync(copy, target);
    await sync(dirname(target));
    return { number, bytes: statSync(target).size };
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/**
 * Replaces a missing or broken store with a copy; the old files stay beside it. The latest notice of the copy is
 * republished until its number exceeds `after`, so that no number visitors have seen is used twice. Returns the number
 * of the latest revision.
 * @throws NoticeError STORE_…, NOTICE_INVALID
 */
export async function replaceByCopy(
  path: string,
  source: string,
  after: number,
  author: string,
): Promise<number> {
  // A symbolic link stays a link, and then points to the copy.
  const file = existsSync(path) ? realpathSync(path) : path;
  const copy = copyStore(source, file);
  try {
    const latest = withConnection(copy, {}, (db) => republishPast(db, after, author));
    await sync(copy);
    inheritOwnership(copy);
    setAside(file);
    renameSync(copy, file);
    await sync(dirname(file));
    return latest;
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/** Republishes the latest notice until its number exceeds the one that visitors have seen; returns the last number. */
function republishPast(db: Connection, seen: number, author: string): number {
  migrate(db, db.name);
  const { notice, number } = latestOf(db);
  const republish = db.transaction(() => {
    for (let next = number + 1; next <= seen + 1; next += 1) {
      insertRevision(db, { notice, author, requestId: randomUUID() }, next);
    }
  });
  republish.immediate();
  return Math.max(number, seen + 1);
}

/**
 * The latest revision in a store, which is only read.
 * @throws NoticeError STORE_…
 */
export function readLatest(file: string): Revision {
  return withConnection(file, { readonly: true }, latestOf);
}

function latestOf(db: Connection): Revision {
  const row = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`).get();
  if (!row) throw new NoticeError("STORE_MISSING", { file: db.name });
  return toRevision(row);
}

/** Otherwise SQLite would only say that the store cannot be opened. */
function assertFolder(target: string): void {
  try {
    accessSync(dirname(target), constants.W_OK);
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file: target, reason: folderFault(cause) }, { cause });
  }
}

/** A copy of the store under a temporary name beside the target. */
function copyStore(file: string, target: string): string {
  const copy = `${target}.${randomUUID()}.tmp`;
  try {
    withConnection(file, { readonly: true }, (db) => db.prepare("VACUUM INTO ?").run(copy));
    return copy;
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/** Moves the files of a broken store out of the way, to names that say when. */
function setAside(file: string): void {
  const suffix = `.before-restore-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, `${file}${suffix}${part}`);
  }
}

function remove(copy: string): void {
  for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(copy + part, { force: true });
}
