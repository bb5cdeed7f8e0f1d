import type { Connection } from "../sqlite-file/format.ts";
import { migrate } from "../sqlite-file/format.ts";
import { withConnection } from "../sqlite-file/open.ts";
import type { Deadline } from "../time/deadline.ts";
import { whenFree } from "./lock.ts";

/**
 * Makes the transactions on the tables beside the revisions. Each opens the file again, as an open connection would not
 * notice that the file was replaced. Each rejects with STORE_…, and with what the work throws.
 */
export function transactionsOn(file: string, deadline?: Deadline) {
  const use = <T>(readonly: boolean, work: (db: Connection) => T): Promise<T> =>
    whenFree(deadline, () => withConnection(file, { readonly }, work));
  return {
    read: <T>(work: (db: Connection) => T): Promise<T> => use(true, work),
    write: <T>(work: (db: Connection) => T): Promise<T> =>
      use(false, (db) => {
        const change = db.transaction(() => {
          migrate(db, file);
          return work(db);
        });
        return change.immediate();
      }),
  };
}
