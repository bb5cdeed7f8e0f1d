import Database from "better-sqlite3";
import { NoticeError } from "../../schema/errors/notice-error.ts";

export type Connection = Database.Database;

/** The first SQLite without the WAL-reset bug, which let two writing processes corrupt the file. */
const neededSqlite = "3.51.3";

/**
 * Opens a bare connection, if this SQLite is safe to use. `timeout` is how long, in ms, it waits for a lock.
 * @throws NoticeError STORE_OUTDATED_SQLITE, or what SQLite throws
 */
export function connect(file: string, options: Database.Options): Connection {
  const db = new Database(file, options);
  try {
    assertVersion(db.prepare("SELECT sqlite_version()").pluck().get() as string);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws NoticeError STORE_OUTDATED_SQLITE */
export function assertVersion(version: string): void {
  if (toNumber(version) < toNumber(neededSqlite)) {
    throw new NoticeError("STORE_OUTDATED_SQLITE", { version, needed: neededSqlite });
  }
}

/** A version in the numeric form that SQLite itself uses. @see https://www.sqlite.org/c3ref/c_source_id.html */
function toNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}
