import { existsSync } from "node:fs";
import { NoticeError } from "../../schema/errors.ts";
import { type Connection, connect, translated } from "./driver.ts";
import { assertFormat } from "./migrations.ts";

interface Options {
  readonly?: boolean;
  /** How long a statement waits for another process's lock, in ms. */
  wait: number;
}

/**
 * Opens a store that exists, with WAL and synchronous=FULL.
 * @throws NoticeError STORE_…, SQLITE_TOO_OLD
 * @see https://www.sqlite.org/wal.html
 */
export function openConnection(file: string, options: Options): Connection {
  if (!existsSync(file)) throw new NoticeError("STORE_MISSING", { file });
  return open(file, options);
}

/** The same, and the file is made if there is none. */
export function createConnection(file: string, options: Options): Connection {
  return open(file, options, false);
}

function open(file: string, { readonly = false, wait }: Options, fileMustExist = true): Connection {
  return translated(file, () => {
    const db = connect(file, { readonly, fileMustExist, timeout: wait });
    try {
      assertFormat(db, file);
      db.pragma("journal_mode = WAL");
      // In a power-loss simulation WAL with NORMAL, the driver's default, lost acknowledged revisions.
      db.pragma("synchronous = FULL");
      db.pragma("trusted_schema = OFF");
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
