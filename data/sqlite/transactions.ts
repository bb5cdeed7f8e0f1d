import type { Connection } from "../sqlite-file/driver.ts";
import { migrate } from "../sqlite-file/format.ts";
import { withConnection } from "../sqlite-file/open.ts";
import type { Deadline } from "../time/deadline.ts";
import { whenFree } from "./lock.ts";

/** Work on the tables beside the revisions. Every method rejects with STORE_…, and with what the work throws. */
export interface Transactions {
  /** Reads without changing the file. */
  read<T>(work: (db: Connection) => T): Promise<T>;
  /** Writes in one transaction. */
  write<T>(work: (db: Connection) => T): Promise<T>;
  /** Does what `write` does and undoes it. */
  rehearse(work: (db: Connection) => void): Promise<void>;
}

/**
 * Makes the transactions on an existing SQLite file. Each opens the file again, as an open connection would not notice
 * that the file was replaced.
 */
export function transactionsOn(file: string, deadline?: Deadline): Transactions {
  const use = <T>(readonly: boolean, work: (db: Connection) => T): Promise<T> =>
    whenFree(deadline, () => withConnection(file, { readonly, busyTimeoutMs: 0 }, work));
  return {
    read: (work) => use(true, work),
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
