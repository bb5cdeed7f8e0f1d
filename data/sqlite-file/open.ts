import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { isDenied, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { shorten } from "../../schema/text/text.ts";
import { assertFormat, type Connection, isEmpty } from "./format.ts";

interface Options {
  readonly?: boolean;
  /** Whether the store keeps its journal mode; otherwise a connection that may write switches to WAL. */
  keepsJournal?: boolean;
}

/**
 * Opens an existing store. Nothing waits for another's lock here, which would block everything else in this process.
 * @throws NoticeError STORE_…
 */
export function openConnection(file: string, options: Options = {}): Connection {
  assertFile(file);
  return open(file, { ...options, fileMustExist: true });
}

/** @throws NoticeError STORE_MISSING, STORE_HIDDEN if this user may not look, STORE_UNUSABLE */
function assertFile(file: string): void {
  let stats: Stats | undefined;
  try {
    stats = statSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    if (isDenied(cause)) throw new NoticeError("STORE_HIDDEN", { file, user: thisUser() }, { cause });
  }
  if (!stats) throw new NoticeError("STORE_MISSING", { file });
  // To open a pipe would block for ever.
  if (!stats.isFile()) throw new NoticeError("STORE_UNUSABLE", { file, reason: "it is not a file" });
}

/** Opens a store, creating its file if there is none. */
export function createConnection(file: string): Connection {
  return open(file, { fileMustExist: false });
}

/**
 * Runs the work on an existing store and returns its result; always closes the connection.
 * @throws NoticeError STORE_…, and what the work throws
 */
export function withConnection<T>(file: string, options: Options, work: (db: Connection) => T): T {
  const db = openConnection(file, options);
  try {
    return translateErrors(file, () => work(db));
  } finally {
    db.close();
  }
}

/** @see https://www.sqlite.org/wal.html */
function open(file: string, options: Options & { fileMustExist: boolean }): Connection {
  const { readonly = false, keepsJournal, fileMustExist } = options;
  return translateErrors(file, () => {
    const db = new Database(file, { readonly, fileMustExist, timeout: 0 });
    try {
      assertFormat(db, file);
      if (fileMustExist && isEmpty(db)) throw new NoticeError("STORE_MISSING", { file });
      // A reader uses the mode of the file, which is not WAL in a copy made by VACUUM INTO.
      if (!readonly && !keepsJournal) db.pragma("journal_mode = WAL");
      // In a power-loss simulation, WAL with NORMAL (the driver's default) lost acknowledged revisions.
      db.pragma("synchronous = FULL");
      db.pragma("trusted_schema = OFF");
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

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

/** How much of a message of SQLite is quoted, in characters. */
const maxMessageLength = 120;

/** Runs `work` on a store, and turns errors of SQLite and the file system into errors from our table. */
export function translateErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw translate(file, cause);
  }
}

/** A message of SQLite as part of one line: it may quote the bytes of a damaged file. */
export function quotable(message: string): string {
  return shorten(message.replace(/[\p{Cc}\ufffd]+/gu, " ").trim(), maxMessageLength);
}

function translate(file: string, cause: unknown): unknown {
  if (isNoticeError(cause) || !(cause instanceof Error)) return cause;
  const message = quotable(cause.message);
  // As after `npm ci --ignore-scripts`, or with another version of Node: nothing is wrong with the store.
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ERR_DLOPEN_FAILED" || message.startsWith("Could not locate the bindings file"))
    return new NoticeError("SQLITE_UNLOADABLE", { reason: message }, { cause });
  if (code === undefined) return cause;
  // A closed folder above makes the store's own folder look missing.
  if (isDenied(cause) && !existsSync(dirname(file)))
    return new NoticeError("STORE_HIDDEN", { file, user: thisUser() }, { cause });
  switch (/^SQLITE_[A-Z]+/.exec(code)?.[0]) {
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return new NoticeError("STORE_BUSY", { file }, { cause });
    case "SQLITE_NOTADB":
      return new NoticeError("STORE_FOREIGN", { file, reason: "it is not a SQLite file" }, { cause });
    case "SQLITE_CORRUPT":
    // Our statements are right, so the tables are damaged or missing.
    case "SQLITE_CONSTRAINT":
    case "SQLITE_ERROR":
      return new NoticeError("STORE_CORRUPT", { file, reason: message }, { cause });
    default: {
      const reason = reasonOf(file, code);
      // The header causes this, as the file itself can be written.
      if (reason === undefined && code === "SQLITE_READONLY")
        return new NoticeError("STORE_CORRUPT", { file, reason: message }, { cause });
      return new NoticeError("STORE_UNUSABLE", { file, reason: reason ?? message }, { cause });
    }
  }
}

/** The codes for a full disk; SHMSIZE is about the memory that processes share. */
const noSpace = ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"];

/** SQLite says "unable to open database file" or "disk I/O error" for most of these. */
function reasonOf(file: string, code: string): string | undefined {
  if (noSpace.includes(code)) return "its disk is full, or nearly";
  const folder = dirname(file);
  if (!existsSync(folder)) return "its folder does not exist";
  const paths = [folder, file, `${file}-wal`, `${file}-shm`];
  for (const path of paths.filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const isReadOnly = (error as NodeJS.ErrnoException).code === "EROFS";
      return isReadOnly ? `${path} is on a read-only disk` : `${path} cannot be written by ${thisUser()}`;
    }
  }
  return undefined;
}
