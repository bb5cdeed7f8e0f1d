import type { Connection } from "../sqlite-file/driver.ts";
import { formatOf, migrate } from "../sqlite-file/migrations.ts";
import { withConnection } from "../sqlite-file/open.ts";
import type { Deadline } from "../time/deadline.ts";
import { whenFree } from "./lock.ts";

/** Work on what a file keeps beside its revisions. Every method rejects with STORE_…, and with what the work throws. */
export interface Transactions {
  /** Reads, and changes nothing about the file; where its format has no such tables, the result is `none`. */
  read<T>(none: T, work: (db: Connection) => T): Promise<T>;
  /** Writes in one transaction, which brings an older format up to date. */
  write<T>(work: (db: Connection) => T): Promise<T>;
  /** Does what `write` does and takes it back. */
  rehearse(work: (db: Connection) => void): Promise<void>;
}

/**
 * The transactions on an existing SQLite file, whose tables came with the format `since`. Each opens the file anew: it
 * may be replaced at any time, which an open connection would not notice.
 */
export function transactionsOn(file: string, since: number, deadline?: Deadline): Transactions {
  const use = <T>(readonly: boolean, work: (db: Connection) => T): Promise<T> =>
    whenFree(deadline, () => withConnection(file, { readonly, busyTimeoutMs: 0 }, work));
  return {
    read: (none, work) => use(true, (db) => (formatOf(db) < since ? none : work(db))),
    write: (work) =>
      use(false, (db) => {
        const change = db.transaction(() => {
          migrate(db, file);
          return work(db);
        });
        return change.immediate();
      }),
    rehearse: (work) =>
      use(false, (db) => {
        db.exec("BEGIN IMMEDIATE");
        try {
          migrate(db, file);
          work(db);
        } finally {
          if (db.inTransaction) db.exec("ROLLBACK");
        }
      }),
  };
}
