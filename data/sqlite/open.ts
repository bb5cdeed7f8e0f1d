import { existsSync } from "node:fs";
import { NoticeError } from "../../schema/errors/errors.ts";
import { type Connection, connect, translateErrors } from "./driver.ts";
import { assertFormat, isEmpty } from "./migrations.ts";

interface Options {
  /** How long a statement waits for another process's lock, in ms. */
  wait: number;
}

/**
 * Opens a store that exists.
 * @throws NoticeError STORE_…
 */
export function openConnection(file: string, options: Options & { readonly?: boolean }): Connection {
  if (!existsSync(file)) throw new NoticeError("STORE_MISSING", { file });
  return open(file, { ...options, fileMustExist: true });
}

/** Opens a store, whose file is made if there is none. */
export function createConnection(file: string, options: Options): Connection {
  return open(file, { ...options, fileMustExist: false });
}

/** @see https://www.sqlite.org/wal.html */
function open(file: string, options: Options & { readonly?: boolean; fileMustExist: boolean }): Connection {
  const { wait, readonly = false, fileMustExist } = options;
  return translateErrors(file, () => {
    const db = connect(file, { readonly, fileMustExist, timeout: wait });
    try {
      assertFormat(db, file);
      if (fileMustExist && isEmpty(db)) throw new NoticeError("STORE_MISSING", { file });
      // A reader takes the mode that the file has, which is another one in a copy by VACUUM INTO.
      if (!readonly) db.pragma("journal_mode = WAL");
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
