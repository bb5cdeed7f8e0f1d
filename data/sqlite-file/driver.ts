import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";

export type Connection = Database.Database;
export type Statement<P extends unknown[]> = Database.Statement<P>;

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

/**
 * Opens a store that nobody changes as it was read into memory: SQLite itself reads a store in WAL mode only where it
 * may create files beside it.
 * @see https://www.sqlite.org/c3ref/deserialize.html
 */
export function connectInMemory(file: string): Connection {
  // The two bytes of the header that say WAL; in memory there is none.
  return new Database(readFileSync(file).fill(1, 18, 20), { readonly: true });
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

/** Runs `work` on a store and turns what SQLite and the file system throw into errors from our table. */
export function translateErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw translate(file, cause);
  }
}

function translate(file: string, cause: unknown): unknown {
  if (isNoticeError(cause) || !(cause instanceof Error) || !("code" in cause)) return cause;
  const { code, message } = cause;
  switch (/^SQLITE_[A-Z]+/.exec(String(code))?.[0]) {
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return new NoticeError("STORE_BUSY", { file }, { cause });
    case "SQLITE_NOTADB":
      return new NoticeError("STORE_FOREIGN", { file, reason: "it is not a SQLite file" }, { cause });
    case "SQLITE_CORRUPT":
      return new NoticeError("STORE_CORRUPT", { file, reason: message }, { cause });
    default:
      return new NoticeError(
        "STORE_UNUSABLE",
        { file, reason: reasonOf(file, String(code)) ?? message },
        { cause },
      );
  }
}

/** What SQLite and the file system say of a full disk; the second is of the memory that processes share. */
const noSpace = ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"];

/** SQLite says "unable to open database file" or "disk I/O error" for most of these. */
function reasonOf(file: string, code: string): string | undefined {
  if (noSpace.includes(code)) return "its disk is full";
  const folder = dirname(file);
  if (!existsSync(folder)) return "its folder does not exist";
  for (const path of existsSync(file) ? [folder, file] : [folder]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const isReadOnly = (error as NodeJS.ErrnoException).code === "EROFS";
      return isReadOnly ? `${path} is on a read-only disk` : `${path} cannot be written by ${user()}`;
    }
  }
  return undefined;
}

/** By name: in another user's folder root's commands work as that user. */
function user(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return "this user";
  }
}
