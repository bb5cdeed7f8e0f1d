import { readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { writeBackup } from "../backup/write.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { isEmpty, migrate } from "../sqlite-file/format.ts";
import { createExclusively, createStoreFile, discard } from "../sqlite-file/new-file.ts";
import { createConnection, withConnection } from "../sqlite-file/open.ts";
import { findLatestNumber, insertRevision } from "../sqlite-file/row.ts";
import type { FirstRevision, StoreBackend } from "../store.ts";
import { type Clock, systemClock, untilSeen } from "../time/clock.ts";
import type { Deadline } from "../time/deadline.ts";
import { openSqliteAccess } from "./access.ts";
import { isSound } from "./examine.ts";
import { exclusively } from "./exclusively.ts";
import { inspectSqlite } from "./inspect.ts";
import { whenFree } from "./lock.ts";
import { fillFromBackup, isFresh } from "./restore/fill.ts";
import { repairFromBackup } from "./restore/repair.ts";
import { clean, isUnfinished } from "./restore/replacement.ts";
import { openSqliteStore, readSqliteStore } from "./store.ts";
import { openSqliteUsage } from "./usage.ts";
import { watchSqlite } from "./watcher.ts";

/** The backend of a store in a SQLite file; `clock` times its acknowledgements. */
export function sqliteBackend(file: string, clock: Clock = systemClock): StoreBackend {
  /** Does work that publishes, and waits until visitors can see it. */
  const publishing = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = await work();
    await untilSeen(clock.now(), clock);
    return result;
  };
  /** Waits for a repair in progress, and finishes or removes one that was killed. */
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
    latestNumber: (deadline) => whenFree(deadline, () => latestNumber(file)),
    create: (first, deadline) => publishing(() => create(realPathOf(file), first, deadline)),
    read: (deadline) => whenFree(deadline, () => readSqliteStore(file, deadline)),
    open: settled((deadline) => whenFree(deadline, () => openSqliteStore(file, clock, deadline))),
    openAccess: settled((deadline) => openSqliteAccess(file, deadline)),
    openUsage: settled((deadline) => openSqliteUsage(file, deadline)),
    watch: async () => watchSqlite(file),
    inspect: async (command) => inspectSqlite(file, command),
    backUp: (target) => backUp(file, target),
    isSound: async (readonly) => {
      if (!readonly) await settle();
      return whenFree(undefined, () => isSound(file, readonly));
    },
    isFresh: async () => isFresh(file),
    fillFromBackup: (source, after, author) => publishing(() => fillFromBackup(file, source, after, author)),
    repairFromBackup: (source, request) =>
      publishing(() => repairFromBackup(realPathOf(file), source, request)),
  };
}

function latestNumber(file: string): number | undefined {
  try {
    return withConnection(file, { readonly: true, busyTimeoutMs: 0 }, findLatestNumber);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return undefined;
    throw error;
  }
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
    makeFile(file);
    const db = createConnection(file, { busyTimeoutMs: 0 });
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

/** Creates the file; if that fails, SQLite opens what is there, or says what is wrong. */
function makeFile(file: string): void {
  try {
    createStoreFile(file);
  } catch {
    // Usually, it exists.
  }
}

/**
 * Backs a store up into a new file, as it is at one moment, even while others write. SQLite copies it as a whole: row
 * by row, our table would refuse a damaged row, and a damaged history needs its backup most.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
function backUp(file: string, target: string): Promise<{ number: number; bytes: number }> {
  return writeBackup(target, async (backup) => {
    const whole = `${backup}.whole.tmp`;
    try {
      vacuumInto(file, whole);
      withConnection(whole, { keepsJournal: true }, keepRevisionsAlone);
      // Copied again, so that no page keeps removed data. VACUUM alone would need a temporary folder.
      vacuumInto(whole, backup);
    } finally {
      discard(whole);
    }
  });
}

function vacuumInto(file: string, target: string): void {
  createExclusively(target);
  withConnection(file, { readonly: true }, (db) => db.prepare("VACUUM INTO ?").run(target));
}

/** Empties every table except that of the revisions. */
function keepRevisionsAlone(db: Connection): void {
  db.exec("BEGIN; DELETE FROM token; DELETE FROM reply; DELETE FROM usage; COMMIT");
}
