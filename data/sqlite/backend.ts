import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { isEmpty, migrate } from "../sqlite-file/format.ts";
import { createStoreFile } from "../sqlite-file/new-file.ts";
import { createConnection, withConnection } from "../sqlite-file/open.ts";
import { findLatestNumber, insertRevision } from "../sqlite-file/row.ts";
import type { FirstRevision, StoreBackend } from "../store.ts";
import { type Clock, systemClock, untilSeen } from "../time/clock.ts";
import { openSqliteAccess } from "./access.ts";
import { backUp } from "./backup.ts";
import { inspectSqlite } from "./inspect.ts";
import { whenFree } from "./lock.ts";
import { fillFromBackup, isFresh } from "./restore/fill.ts";
import { replaceFromBackup } from "./restore/replace.ts";
import { openSqliteStore, readSqliteStore } from "./store.ts";
import { openSqliteUsage } from "./usage.ts";
import { watchSqlite } from "./watcher.ts";

/** The backend that keeps a store in a SQLite file; `clock` times its acknowledgements. */
export function sqliteBackend(file: string, clock: Clock = systemClock): StoreBackend {
  /** Does work that publishes, and waits until visitors can see it. */
  const publishing = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = await work();
    await untilSeen(clock.now(), clock);
    return result;
  };
  return {
    latestNumber: (deadline) => whenFree(deadline, () => latestNumber(file)),
    create: (first, deadline) => publishing(() => whenFree(deadline, () => create(file, first))),
    read: (deadline) => whenFree(deadline, () => readSqliteStore(file, deadline)),
    open: (deadline) => whenFree(deadline, () => openSqliteStore(file, clock, deadline)),
    openAccess: (deadline) => openSqliteAccess(file, deadline),
    openUsage: (deadline) => openSqliteUsage(file, deadline),
    watch: async () => watchSqlite(file),
    inspect: async (command) => inspectSqlite(file, command),
    backUp: (target) => backUp(file, target),
    isFresh: async () => isFresh(file),
    fillFromBackup: (source, after, author) => publishing(() => fillFromBackup(file, source, after, author)),
    replaceFromBackup: (source, after, author) =>
      publishing(() => {
        makeFolder(dirname(file));
        return replaceFromBackup(file, source, after, author);
      }),
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

function create(file: string, first: FirstRevision): boolean {
  makeFolder(dirname(file));
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
}

/** What is there, or cannot be made, is left to SQLite, which says what is wrong with it. */
function makeFile(file: string): void {
  try {
    createStoreFile(file);
  } catch {
    // It is there, as a rule.
  }
}

/** Not with `recursive`: for a path in /proc, Node would then never return. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const reason = `the folder ${folder} cannot be created: ${code}`;
    throw new NoticeError("STORE_UNUSABLE", { file: folder, reason }, { cause });
  }
}
