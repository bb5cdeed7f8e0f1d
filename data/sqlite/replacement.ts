import { accessSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderFault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { type Deadline, deadlineIn, sooner } from "../deadline.ts";
import { makeFolders, sync } from "../files.ts";
import { type Connection, migrate } from "../sqlite-file/format.ts";
import { createStoreFile, translateErrors, tryLock, withConnection } from "../sqlite-file/open.ts";

/** How long a change waits for another process's transaction, in ms. */
const lockTimeoutMs = 5000;
const firstLockPauseMs = 2;
const maxLockPauseMs = 50;

/**
 * Repeats work that fails with STORE_BUSY because another process has locked the store, as long as there is time. It
 * waits by a timer: SQLite's own waiting would block everything else in this process.
 * @throws what the work throws
 */
export async function whenFree<T>(deadline: Deadline | undefined, work: () => T | Promise<T>): Promise<T> {
  const until = sooner(deadlineIn(lockTimeoutMs), deadline);
  for (let pauseMs = firstLockPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxLockPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isNoticeError(error, "STORE_BUSY") || until.timeLeftMs() === 0) throw error;
    }
    // At random, so that writers that wait for the same lock do not collide again.
    await sleep(Math.min(pauseMs * Math.random(), until.timeLeftMs()));
  }
}

/**
 * Does work that creates or replaces a store, in one process at a time. It locks an empty file beside the store, which
 * stays there, because a missing store cannot be locked.
 * @throws NoticeError STORE_BUSY, STORE_UNUSABLE, and what the work throws
 */
export async function exclusively<T>(
  file: string,
  deadline: Deadline | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    makeFolders(dirname(file));
  } catch (cause) {
    throw new NoticeError("STORE_UNUSABLE", { file, reason: folderFault(cause) }, { cause });
  }
  const lock = `${file}.lock`;
  return whenFree(deadline, async () => {
    const unlock = translateErrors(lock, () => {
      makeLockFile(lock);
      return tryLock(lock);
    });
    if (!unlock) throw new NoticeError("STORE_BUSY", { file });
    try {
      return await work();
    } finally {
      unlock();
    }
  });
}

function makeLockFile(lock: string): void {
  try {
    createStoreFile(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // If SQLite may not write a file, it lets everybody have the lock.
    accessSync(lock, constants.W_OK);
  }
}

/**
 * Makes the transactions on the tables beside the revisions. Each opens the file again, as an open connection would not
 * notice that the file was replaced. Each rejects with STORE_…, and with what the work throws.
 */
export function transactionsOn(file: string, deadline?: Deadline) {
  const use = <T>(readonly: boolean, work: (db: Connection) => T): Promise<T> =>
    whenFree(deadline, () => withConnection(file, { readonly }, work));
  return {
    read: <T>(work: (db: Connection) => T): Promise<T> => use(true, work),
    write: <T>(work: (db: Connection) => T): Promise<T> =>
      use(false, (db) => {
        const change = db.transaction(() => {
          migrate(db, file);
          return work(db);
        });
        return change.immediate();
      }),
  };
}

/** The files of a SQLite store: the database, and those that SQLite puts beside it. */
const parts = ["", "-wal", "-shm", "-journal"];

/** The files beside a store during a replacement: the new store, a copy of the old one, and the complete new store. */
const namesOf = (file: string) =>
  [`${file}.restoring`, `${file}.restoring-before`, `${file}.restored`] as const;

export const nextOf = (file: string): string => namesOf(file)[0];

export function isUnfinished(file: string): boolean {
  return namesOf(file).some((name) => parts.some((part) => existsSync(name + part)));
}

/** Finishes or removes a replacement that was killed. Only the process that has the lock may call it. */
export function clean(file: string): void {
  finish(file);
  for (const name of namesOf(file)) removeParts(name);
}

/** Copies the old store first: even to open a broken store, SQLite may change it and remove its log. */
export function keepBefore(file: string): void {
  const [, before] = namesOf(file);
  for (const part of parts) {
    const stats = statSync(file + part, { throwIfNoEntry: false });
    if (stats?.isFile()) copyFileSync(file + part, before + part, constants.COPYFILE_FICLONE);
  }
}

/**
 * Puts the new store in place of the old one. `letGo` is called when the old files have no name any more, and before
 * the new store has its own. If this is killed, the next `clean` finishes it. Returns where the old store lies.
 */
export async function putThere(file: string, letGo: () => void): Promise<string | undefined> {
  const [next, , whole] = namesOf(file);
  await sync(next);
  renameSync(next, whole);
  removeParts(file);
  letGo();
  const done = finish(file);
  if (!done) throw new NoticeError("WRITE_LOST", { file });
  await sync(dirname(file));
  return done.aside;
}

/** Gives a complete new store its name, and the old files one that says when they were found broken. */
function finish(file: string): { aside: string | undefined } | undefined {
  const [, before, whole] = namesOf(file);
  // If it was killed before the old file was removed, that is still the store, and will be replaced again.
  if (!existsSync(whole) || existsSync(file)) return undefined;
  // A leftover log would be taken for that of the new store.
  removeParts(file);
  const aside = existsSync(before) ? freeName(file) : undefined;
  if (aside) for (const part of parts) if (existsSync(before + part)) renameSync(before + part, aside + part);
  renameSync(whole, file);
  return { aside };
}

/** A name for a broken store that no other one has. */
function freeName(file: string, at = Date.now()): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `${file}.broken-${time}Z`;
  return existsSync(name) ? freeName(file, at + 1000) : name;
}

/** Removes the database first: a log alone does no harm, but a database without its log lacks confirmed changes. */
function removeParts(file: string): void {
  for (const part of parts) rmSync(file + part, { force: true });
}
