import { existsSync } from "node:fs";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Connection, connect, translateErrors } from "./driver.ts";
import { assertFormat, isEmpty } from "./migrations.ts";

/** How long a command waits for another command's transaction, in ms. */
const commandBusyTimeoutMs = 5000;

interface Options {
  /** How long a statement waits for another process's lock, in ms; by default, as long as commands do. */
  busyTimeoutMs?: number;
  readonly?: boolean;
}

/**
 * Opens an existing store.
 * @throws NoticeError STORE_…
 */
export function openConnection(file: string, options: Options = {}): Connection {
  if (!existsSync(file)) throw new NoticeError("STORE_MISSING", { file });
  return open(file, { ...options, fileMustExist: true });
}

/** Opens a store, creating its file if there is none. */
export function createConnection(file: string, options: Options = {}): Connection {
  return open(file, { ...options, fileMustExist: false });
}

/**
 * Runs the work on an existing store and returns its result; the connection is closed afterwards, whatever happens.
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
  const { busyTimeoutMs = commandBusyTimeoutMs, readonly = false, fileMustExist } = options;
  return translateErrors(file, () => {
    const db = connect(file, { readonly, fileMustExist, timeout: busyTimeoutMs });
    try {
      assertFormat(db, file);
      if (fileMustExist && isEmpty(db)) throw new NoticeError("STORE_MISSING", { file });
      // A reader uses the mode that the file has, which is a different one in a copy made by VACUUM INTO.
      if (!readonly) db.pragma("journal_mode = WAL");
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
