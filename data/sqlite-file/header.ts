import { closeSync, openSync, readSync, statSync } from "node:fs";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Connection } from "./driver.ts";

/** How a SQLite file begins. @see https://www.sqlite.org/fileformat2.html#the_database_header */
const magic = "SQLite format 3\0";

/** The open connections of this process, each with the identity of its file. */
const opened = new Map<Connection, string>();

/** Remembers that this process has a store open. */
export function remember(db: Connection, file: string): void {
  for (const other of opened.keys()) if (!other.open) opened.delete(other);
  opened.set(db, identify(file));
}

/**
 * Refuses a file that is not a SQLite file. SQLite itself would not notice while the log beside it has the first page.
 * Does nothing while this process has the file open: closing it here would drop SQLite's locks.
 * @throws NoticeError STORE_FOREIGN
 * @see https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function assertHeader(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  // To open a pipe would block for ever.
  if (stats?.isFIFO()) throw new NoticeError("STORE_FOREIGN", { file, reason: "it is a pipe" });
  // While a store is being created, it is an empty file for a moment.
  if (!stats?.isFile() || stats.size === 0 || isOpen(identify(file))) return;
  if (readStart(file) !== magic)
    throw new NoticeError("STORE_FOREIGN", { file, reason: "it is not a SQLite file" });
}

function isOpen(identity: string): boolean {
  return [...opened].some(([db, other]) => db.open && other === identity);
}

function identify(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${dev} ${ino}`;
}

function readStart(file: string): string {
  const start = Buffer.alloc(magic.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString("latin1");
}
