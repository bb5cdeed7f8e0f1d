import { statSync } from "node:fs";
import { isDenied } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/reading/this-user.ts";
import { type Connection, connect } from "./driver.ts";
import { translateErrors } from "./fault.ts";
import { assertFormat, isEmpty } from "./format.ts";
import { assertHeader, remember } from "./header.ts";

/** How long work on a whole history waits for another process's transaction, in ms; it has its own process. */
const historyBusyTimeoutMs = 5000;

interface Options {
  /** How long a statement blocks this process for another's lock, in ms; 0 for callers that use a timer to wait. */
  busyTimeoutMs?: number;
  readonly?: boolean;
  /** Whether the store keeps its journal mode; otherwise a connection that may write switches to WAL. */
  keepsJournal?: boolean;
}

type OpenOptions = Options & { fileMustExist: boolean };

/**
 * Opens an existing store.
 * @throws NoticeError STORE_…
 */
export function openConnection(file: string, options: Options = {}): Connection {
  if (!isThere(file)) throw new NoticeError("STORE_MISSING", { file });
  return open(file, { ...options, fileMustExist: true });
}

/** Whether there is a file; throws if this user may not look. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    if (isDenied(cause)) throw new NoticeError("STORE_HIDDEN", { file, user: thisUser() }, { cause });
    return false;
  }
}

/** Opens a store, creating its file if there is none. */
export function createConnection(file: string, options: Options = {}): Connection {
  return open(file, { ...options, fileMustExist: false });
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

function open(file: string, options: OpenOptions): Connection {
  const { busyTimeoutMs = historyBusyTimeoutMs, readonly = false, fileMustExist } = options;
  return translateErrors(file, () => {
    assertHeader(file);
    const db = prepare(connect(file, { readonly, fileMustExist, timeout: busyTimeoutMs }), file, options);
    remember(db, file);
    return db;
  });
}

/** @see https://www.sqlite.org/wal.html */
function prepare(db: Connection, file: string, options: OpenOptions): Connection {
  const { readonly, keepsJournal, fileMustExist } = options;
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
}
