import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { isNoticeError, NoticeError } from "../../schema/errors.ts";

export type Connection = Database.Database;

/** The first SQLite without the WAL-reset bug: two writing processes could corrupt the file before it. */
const neededSqlite = "3.51.3";

/**
 * A bare connection of a SQLite that is safe to use. `timeout` is how long, in ms, it waits for a lock.
 * @throws NoticeError SQLITE_TOO_OLD, or what SQLite throws
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

/** @throws NoticeError SQLITE_TOO_OLD */
export function assertVersion(version: string): void {
  if (version.localeCompare(neededSqlite, "en", { numeric: true }) < 0) {
    throw new NoticeError("SQLITE_TOO_OLD", { version, needed: neededSqlite });
  }
}

/** Runs `work` on a store and turns what SQLite throws into the errors of the table. */
export function translated<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (isNoticeError(cause)) throw cause;
    const { code = "", message } = cause as { code?: string; message: string };
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw new NoticeError("STORE_BUSY", { file }, { cause });
    if (code === "SQLITE_NOTADB") {
      throw new NoticeError("STORE_FOREIGN", { file, reason: "it is no SQLite file" }, { cause });
    }
    throw new NoticeError("STORE_UNUSABLE", { file, reason: reasonOf(file) ?? message }, { cause });
  }
}

/** SQLite says "unable to open database file" for all of these. */
function reasonOf(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(folder)) return "its folder does not exist";
  for (const path of existsSync(file) ? [folder, file] : [folder]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      return `${path} may not be written by this user`;
    }
  }
  return undefined;
}
