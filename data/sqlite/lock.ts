import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderFault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { makeFolders } from "../files/make-folders.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { type Connection, migrate } from "../sqlite-file/format.ts";
import { createStoreFile, tryLock } from "../sqlite-file/new-file.ts";
import { withConnection } from "../sqlite-file/open.ts";
import { type Deadline, deadlineIn, sooner } from "../time/deadline.ts";

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
