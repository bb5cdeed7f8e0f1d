import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../schema/errors/errors.ts";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { likeItsFolder } from "../files/like-its-folder.ts";
import type { Revision } from "../store.ts";
import { type Connection, translateErrors } from "./driver.ts";
import { migrate } from "./migrations.ts";
import { openConnection } from "./open.ts";
import { columns, insertRevision, type Row, toRevision } from "./row.ts";
import { wait } from "./store.ts";

/**
 * Copies the store into a file of its own, consistent while others write: the copy is verified, synced, and has
 * its name only then. Gives the number of its newest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export function backUp(file: string, target: string): { revision: number; bytes: number } {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  assertFolder(target);
  const copy = copyStore(file, target);
  try {
    const revision = readNewest(copy).revision;
    renameSync(copy, target);
    sync(dirname(target));
    return { revision, bytes: statSync(target).size };
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/**
 * Puts a copy in the place of a store that is missing or broken, whose files stay beside it. The newest notice of
 * the copy is posted again until its number is beyond `after`, so that no number that visitors have seen comes
 * twice. Gives the number of the newest revision.
 * @throws NoticeError STORE_…, NOTICE_INVALID
 */
export function replaceByCopy(path: string, source: string, after: number, author: string): number {
  // A link stays one, and leads to the copy.
  const file = existsSync(path) ? realpathSync(path) : path;
  const copy = copyStore(source, file);
  try {
    const revision = withConnection(copy, false, (db) => {
      migrate(db, copy);
      const { notice, revision: newest } = newestOf(db);
      const goOn = db.transaction(() => {
        for (let next = newest + 1; next <= after + 1; next += 1) {
          insertRevision(db, { notice, author, requestId: randomUUID() }, next);
        }
      });
      goOn.immediate();
      return Math.max(newest, after + 1);
    });
    likeItsFolder(copy);
    setAside(file);
    renameSync(copy, file);
    sync(dirname(file));
    return revision;
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/**
 * The newest revision in a store, which is not written to.
 * @throws NoticeError STORE_…
 */
export function readNewest(file: string): Revision {
  return withConnection(file, true, newestOf);
}

function newestOf(db: Connection): Revision {
  const row = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`).get();
  if (!row) throw new NoticeError("STORE_MISSING", { file: db.name });
  return toRevision(row);
}

/** SQLite would say that the store cannot be opened. */
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
    withConnection(file, true, (db) => {
      db.prepare("VACUUM INTO ?").run(copy);
      sync(copy);
    });
    return copy;
  } catch (error) {
    remove(copy);
    throw error;
  }
}

/** Moves the files of a broken store out of the way, under a name that says when. */
function setAside(file: string): void {
  const suffix = `.before-restore-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, `${file}${suffix}${part}`);
  }
}

function withConnection<T>(file: string, readonly: boolean, work: (db: Connection) => T): T {
  const db = openConnection(file, { readonly, wait });
  try {
    return translateErrors(file, () => work(db));
  } finally {
    db.close();
  }
}

function remove(copy: string): void {
  for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(copy + part, { force: true });
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
