import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { openSqliteStore } from "../../../data/sqlite/store.ts";
import { watchSqlite } from "../../../data/sqlite/watcher.ts";
import type { FirstRevision, NoticeStore, NoticeWatcher } from "../../../data/store.ts";
import { temporaryFolder } from "../folder.ts";
import { closing } from "../shared.ts";
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
export const opened = (file: string): NoticeStore => closing(openSqliteStore(file));

/** Watches a store until the test ends. */
export const watched = (file: string): NoticeWatcher => closing(watchSqlite(file));

/** Changes a file as another program would, without our settings. */
export function change<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Runs SQL on a file as another program would. */
export const alter = (file: string, sql: string): void => change(file, (db) => void db.exec(sql));

/** Reads the first value of a query as another program would. */
export const read = (file: string, sql: string): unknown =>
  change(file, (db) => db.prepare(sql).pluck().get());

/** Locks a store as another process would, until the test ends or this is called. */
export function locked(file: string): () => void {
  const db = closing(new Database(file));
  db.exec("BEGIN IMMEDIATE");
  return () => void db.close();
}

/** Removes a store with all its files. */
export function removeStore(file: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(file + part, { force: true });
}
