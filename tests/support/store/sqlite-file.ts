import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { openSqliteStore } from "../../../data/sqlite/store.ts";
import { watchSqlite } from "../../../data/sqlite/watcher.ts";
import type { FirstRevision, NoticeStore, NoticeWatcher } from "../../../data/store.ts";
import { temporaryFolder } from "../folder.ts";
import { draftWith } from "../texts/notices.ts";

/** The first notice of a store. */
export const first: FirstRevision = { ...draftWith(), number: 1 };

/** The path of a new store with one revision, which goes with the test. */
export async function newStore(): Promise<string> {
  const file = join(temporaryFolder(), "notice.db");
  await sqliteBackend(file).create(first);
  return file;
}

/** Opens a store until the test ends. */
export function opened(file: string): NoticeStore {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

/** Watches a store until the test ends. */
export function watched(file: string): NoticeWatcher {
  const watcher = watchSqlite(file);
  onTestFinished(() => watcher.close());
  return watcher;
}

/** Runs SQL on the file as another program would, without our settings. */
export function alter(file: string, sql: string): void {
  const db = new Database(file);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** Reads the first value of a query as another program would. */
export function read(file: string, sql: string): unknown {
  const db = new Database(file);
  try {
    return db.prepare(sql).pluck().get();
  } finally {
    db.close();
  }
}
