import { readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { writeBackup } from "../backup.ts";
import { type Clock, systemClock, untilSeen } from "../clock.ts";
import type { Deadline } from "../deadline.ts";
import {
  type Connection,
  columns,
  findLatestNumber,
  insertRevision,
  isEmpty,
  migrate,
} from "../sqlite-file/format.ts";
import {
  createConnection,
  createStoreFile,
  openConnection,
  translateErrors,
  withConnection,
} from "../sqlite-file/open.ts";
import { type FirstRevision, noneIfMissing, type StoreBackend } from "../store.ts";
import type { WholeRow } from "../stored-row.ts";
import { inspectSqlite, intactVersions } from "./examine.ts";
import { clean, exclusively, isUnfinished, whenFree } from "./replacement.ts";
import { fillFromBackup, repairFromBackup } from "./restore.ts";
import { openSqliteAccess, openSqliteStore, openSqliteUsage, readSqliteStore } from "./store.ts";
import { watchSqlite } from "./watcher.ts";

/** The backend of a store in a SQLite file; `clock` times its acknowledgements. */
export function sqliteBackend(file: string, clock: Clock = systemClock): StoreBackend {
  /** Does work that publishes, and waits until visitors can see it. */
  const publishing = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = await work();
    await untilSeen(clock.now(), clock);
    return result;
  };
  const settle = async (deadline?: Deadline): Promise<void> => {
    const path = realPathOf(file);
    if (isUnfinished(path)) await exclusively(path, deadline, () => clean(path));
  };
  const settled =
    <T>(work: (deadline?: Deadline) => Promise<T>) =>
    async (deadline?: Deadline): Promise<T> => {
      await settle(deadline);
      return work(deadline);
    };
  return {
    latestNumber: (deadline) =>
      whenFree(deadline, () => withConnection(file, { readonly: true }, findLatestNumber)).catch(
        noneIfMissing,
      ),
    create: (first, deadline) => publishing(() => create(realPathOf(file), first, deadline)),
    read: (deadline) => whenFree(deadline, () => readSqliteStore(file, deadline)),
    open: settled((deadline) => whenFree(deadline, () => openSqliteStore(file, clock, deadline))),
    openAccess: settled((deadline) => openSqliteAccess(file, deadline)),
    openUsage: settled((deadline) => openSqliteUsage(file, deadline)),
    watch: async () => watchSqlite(file),
    inspect: (command) => inspectSqlite(file, command),
    backUp: (target) => whenFree(undefined, () => backUp(file, target)),
    versions: async (readonly) => {
      if (!readonly) await settle();
      return whenFree(undefined, () => intactVersions(file, readonly));
    },
    fillFromBackup: (...how) => publishing(() => whenFree(undefined, () => fillFromBackup(file, ...how))),
    repairFromBackup: (...how) => publishing(() => repairFromBackup(realPathOf(file), ...how)),
  };
}

/** The path of a store: the target of a link, even if the target does not exist. */
function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    try {
      return resolve(dirname(file), readlinkSync(file));
    } catch {
      // It is not a link, or hidden from this user: opening it will say why.
      return file;
    }
  }
}

function create(file: string, first: FirstRevision, deadline: Deadline | undefined): Promise<boolean> {
  return exclusively(file, deadline, () => {
    clean(file);
    try {
      createStoreFile(file);
    } catch {
      // Usually, it exists; otherwise, SQLite says what is wrong.
    }
    const db = createConnection(file);
    try {
      return translateErrors(file, () => {
        const insertFirst = db.transaction(() => {
          if (!isEmpty(db) && findLatestNumber(db) !== undefined) return false;
          migrate(db, file);
          insertRevision(db, first, first.number);
          return true;
        });
        return insertFirst.immediate();
      });
    } finally {
      db.close();
    }
  });
}

/**
 * Backs a store up into a new file, as it is at one moment, even while others write.
 * @throws NoticeError STORE_…, FILE_EXISTS, OUTPUT_UNWRITABLE
 */
async function backUp(file: string, target: string): Promise<{ number: number; bytes: number }> {
  const db = openConnection(file, { readonly: true });
  try {
    db.exec("BEGIN");
    return await writeBackup(target, rowsIn(file, db));
  } finally {
    db.close();
  }
}

/** Every row of a store, oldest first, including damaged ones. @throws NoticeError STORE_CORRUPT */
function* rowsIn(file: string, db: Connection): Iterable<WholeRow> {
  const text = `SELECT ${columns}, request_id FROM revision ORDER BY revision`;
  const rows = db.prepare<[], WholeRow>(text).iterate();
  for (;;) {
    const { done, value } = translateErrors(file, () => rows.next());
    if (done) return;
    yield value;
  }
}
