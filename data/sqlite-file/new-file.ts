import { closeSync, fchmodSync, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";

/** The mode that SQLite gives a new file, before the umask. */
const ownMode = 0o644;
const groupMayRead = 0o040;
const groupMayWrite = 0o020;
const isSticky = 0o1000;

/**
 * Creates the empty file of a new store. If the folder's group may write to the folder, it may also write to the store,
 * unless the umask forbids it: a container may restart as another user of that group. SQLite gives the files beside the
 * store the same mode. A replacement gets at most the mode of the old store. Throws the errors of the file system.
 */
export function createStoreFile(file: string, mode = ownMode): void {
  const handle = openSync(file, "wx", mode & 0o666);
  try {
    const { mode, gid } = fstatSync(handle);
    const folder = statSync(dirname(file));
    const isGroups = folder.gid === gid && (folder.mode & (groupMayWrite | isSticky)) === groupMayWrite;
    if (isGroups && mode & groupMayRead) fchmodSync(handle, mode | groupMayWrite);
  } finally {
    closeSync(handle);
  }
}

/**
 * Locks an empty file for this process and all others; undefined if it is locked already. Node cannot lock files, so
 * SQLite does it. The result ends the lock, as does the end of the process.
 */
export function tryLock(file: string): (() => void) | undefined {
  try {
    const db = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      // A journal on a full disk would prevent the lock.
      db.pragma("journal_mode = MEMORY");
      db.exec("BEGIN EXCLUSIVE");
      return () => void db.close();
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if ((error as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw error;
  }
}
