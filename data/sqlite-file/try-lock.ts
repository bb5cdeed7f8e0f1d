import Database from "better-sqlite3";

/** Ends a lock. */
export type Unlock = () => void;

/**
 * Locks an empty file for this process and all others; undefined if it is locked already. Node cannot lock files, so
 * SQLite does it. The lock ends with the process, however that ends.
 */
export function tryLock(file: string): Unlock | undefined {
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
