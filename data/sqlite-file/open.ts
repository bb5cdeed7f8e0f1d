import { type Stats, statSync } from "node:fs";
import Database from "better-sqlite3";
import { isDenied, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { translateErrors } from "./fault.ts";
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
