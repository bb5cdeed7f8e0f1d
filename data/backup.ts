import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { fileFault, folderFault, isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import { maxDocumentBytes } from "../schema/json/json.ts";
import { thisUser } from "../schema/settings/env-file.ts";
import { sync } from "./files.ts";
import {
  applicationId,
  type Connection,
  fileFormat,
  formatOf,
  hasOwnRevisions,
  migrate,
  prepareInsert,
  readLatest,
} from "./sqlite-file/format.ts";
import { translateErrors, tryLock } from "./sqlite-file/open.ts";
import { type CheckedBackup, maxRevisionNumber, type Revision, type StoredVersion } from "./store.ts";
import { toHistoryEntry, type WholeRow } from "./stored-row.ts";

/**
 * Writes rows, oldest first, as a backup, which gets its name once it is verified and synced. Returns the number of its
 * latest revision and its size in bytes.
 * @throws NoticeError STORE_…, FILE_EXISTS, OUTPUT_UNWRITABLE, and what reading the rows throws
 */
export async function writeBackup(
  target: string,
  rows: Iterable<WholeRow> | AsyncIterable<WholeRow>,
): Promise<{ number: number; bytes: number }> {
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  const { file, db } = startFile(target);
  removeAbandoned(target, statSync(file).uid);
  try {
    const insert = prepareInsert(db);
    for await (const row of rows) insert(row);
    db.exec("COMMIT");
    const { number } = readLatest(db);
    renameSync(file, target);
    await sync(dirname(target));
    return { number, bytes: statSync(target).size };
  } catch (error) {
    rmSync(file, { force: true });
    // The error of the store may name the store, or even call it unreachable.
    const cause = isNoticeError(error) ? error.cause : error;
    throw isFull(cause) ? unwritable(target, cause) : error;
  } finally {
    db.close();
  }
}

const temporaryEnd = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Begins a temporary file, which stays locked until its connection is closed. */
function startFile(target: string): { file: string; db: Connection } {
  for (;;) {
    const file = `${target}.${randomUUID()}.tmp`;
    try {
      // SQLite itself would follow a link.
      closeSync(openSync(file, "wx"));
    } catch (cause) {
      throw unwritable(target, cause);
    }
    const db = translateErrors(file, () => new Database(file));
    try {
      // In one file, without a log or journal. A damaged row is copied as it is: its history needs the backup most.
      for (const pragma of ["journal_mode = MEMORY", "locking_mode = EXCLUSIVE", "synchronous = FULL"])
        db.pragma(pragma);
      db.pragma("ignore_check_constraints = ON");
      db.exec("BEGIN EXCLUSIVE");
      migrate(db, file);
      // Another backup may have taken the file for an abandoned one before it was locked.
      if (existsSync(file)) return { file, db };
    } catch (error) {
      db.close();
      rmSync(file, { force: true });
      throw error;
    }
    db.close();
  }
}

/** Removes a user's temporary files of killed backups to the same target: nobody has them locked. */
function removeAbandoned(target: string, user: number): void {
  const start = basename(target);
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(start) || !temporaryEnd.test(name.slice(start.length))) continue;
    const file = join(dirname(target), name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.uid === user) removeUnlocked(file);
  }
}

function removeUnlocked(file: string): void {
  let unlock: ReturnType<typeof tryLock>;
  try {
    unlock = tryLock(file);
    if (!unlock) return;
  } catch {
    // It is not whole, and a running backup would have locked it.
  }
  rmSync(file, { force: true });
  unlock?.();
}

function unwritable(file: string, cause: unknown): NoticeError {
  const params = { file, reason: folderFault(cause), user: thisUser() };
  return new NoticeError("OUTPUT_UNWRITABLE", params, { cause });
}

function isFull(cause: unknown): boolean {
  return ["SQLITE_FULL", "ENOSPC"].includes((cause as { code?: string } | undefined)?.code ?? "");
}

const isText = (): boolean => true;
const isLine = (text: string): boolean => /^\P{Cc}{1,200}$/u.test(text);
const isUtcTime = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

/** The columns, and the form of each: anybody may have written them. A damaged text is found out later. */
const forms = { body: isText, sha256: isText, author: isLine, created_at: isUtcTime, request_id: isLine };
const names = Object.keys(forms) as (keyof typeof forms)[];

/** The length in bytes is read without the text itself; if it is too large, no text is read. */
const bytes = names.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
const isSmall = `octet_length(body) <= ${maxDocumentBytes} AND ${bytes} <= ${maxDocumentBytes + 4096}`;
const select = `SELECT revision, ${names.map((name) => `iif(${isSmall}, ${name}, NULL) AS ${name}`).join(", ")} FROM revision`;

interface Backup {
  latest: Revision;
  /** Every revision after a number, oldest first, within size limits. Its text is not verified yet. */
  rows(after?: number): Iterable<WholeRow>;
}

/**
 * Reads a backup as untrusted data: nothing in it is executed, and only one row is in memory at a time. Returns the
 * result of `work`.
 * @throws NoticeError BACKUP_UNREADABLE, and what `work` throws
 * @see https://www.sqlite.org/security.html#untrusted_sqlite_database_files
 */
export async function readBackup<T>(file: string, work: (backup: Backup) => T | Promise<T>): Promise<T> {
  const db = reading(file, () => open(file));
  try {
    const latest = reading(file, () => latestOf(db, file));
    return await work({ latest, rows: (after) => rowsOf(db, file, after) });
  } finally {
    db.close();
  }
}

/** Reads every revision in a backup, as a restore would. @throws NoticeError BACKUP_UNREADABLE */
export function checkBackup(file: string): Promise<CheckedBackup> {
  return readBackup(file, ({ latest, rows }) => {
    const [names, ids] = [new Set<string>(), new Set<string>()];
    let [lastId, leftOut] = ["", 0];
    for (const row of rows()) {
      names.add(nameOf(row));
      if (ids.has(row.request_id)) throw unreadable(file, `revision ${row.revision} in it is there twice`);
      ids.add(row.request_id);
      lastId = row.request_id;
      if ("damage" in toHistoryEntry(row)) leftOut += 1;
    }
    const continues = (standing: StoredVersion[]): boolean =>
      standing.every((version) => names.has(nameOf(version))) &&
      (standing.at(-1)?.revision ?? 0) < latest.number;
    return { file, latest, lastId, leftOut, continues };
  });
}

const nameOf = ({ revision, sha256, request_id: request }: StoredVersion): string =>
  `${revision} ${sha256} ${request}`;

function unreadable(file: string, reason: string, cause?: unknown): NoticeError {
  return new NoticeError("BACKUP_UNREADABLE", { file, reason }, { cause });
}

function open(file: string): Connection {
  const reason = faultOfFile(file);
  if (reason) throw unreadable(file, reason);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    for (const pragma of ["trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"])
      db.pragma(pragma);
    db.exec("BEGIN");
    const reason = faultOfDatabase(db);
    if (reason) throw unreadable(file, reason);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What is wrong with a backup file, before SQLite opens it. */
function faultOfFile(file: string): string | undefined {
  const stats = statSync(file);
  // Reading a pipe would wait for somebody to write to it.
  if (!stats.isFile()) return "it is not a file";
  if (stats.size === 0) return "it contains no store";
  // SQLite would read the log as well, which is not checked here.
  return isInWalMode(file) || statSync(`${file}-wal`, { throwIfNoEntry: false })?.size
    ? `it is a copy of a store, whose latest revisions may be missing: make a backup with \`DATABASE=${file} notice backup FILE\``
    : undefined;
}

/** Whether a file is a store's own, which has a log beside it, rather than a backup. */
function isInWalMode(file: string): boolean {
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return header.toString("latin1", 0, 15) === "SQLite format 3" && header[18] === 2;
}

function faultOfDatabase(db: Connection): string | undefined {
  const format = formatOf(db);
  const isOurs = db.pragma("application_id", { simple: true }) === applicationId;
  if (!isOurs) return format === 0 ? "it contains no store" : "it is another program's database";
  if (format > fileFormat)
    return `it has format ${format}, and this version supports formats only up to ${fileFormat}`;
  if (format < fileFormat) return "it is from before 0.1.0";
  return hasOwnRevisions(db) ? undefined : "it has no table of revisions like a store's";
}

function latestOf(db: Connection, file: string): Revision {
  const row = db.prepare<[], WholeRow>(`${select} ORDER BY revision DESC LIMIT 1`).get();
  if (!row) throw unreadable(file, "it contains no revision");
  const entry = toHistoryEntry(checked(row, file));
  if ("notice" in entry) return entry;
  throw unreadable(
    file,
    `its latest revision, ${entry.number}, is damaged: ${entry.damage.replace(/\.$/, "")}`,
  );
}

function* rowsOf(db: Connection, file: string, after = 0): Iterable<WholeRow> {
  let last = after;
  try {
    const text = `${select} WHERE revision > ? OR ? = 0 ORDER BY revision`;
    for (const row of db.prepare<[number, number], WholeRow>(text).iterate(after, after)) {
      const next = checked(row, file);
      // In a manipulated file, the same page may come again and again.
      if (next.revision <= last) throw unreadable(file, `revision ${next.revision} in it is out of order`);
      last = next.revision;
      yield next;
    }
  } catch (cause) {
    throw reported(file, cause);
  }
}

function checked(row: WholeRow, file: string): WholeRow {
  const { revision } = row;
  const fail = (reason: string) => unreadable(file, `revision ${revision} in it ${reason}`);
  if (!Number.isInteger(revision) || revision < 1 || revision > maxRevisionNumber)
    throw fail(`has a number that is not from 1 to ${maxRevisionNumber}`);
  if (names.every((name) => row[name] === null)) throw fail("is larger than 512 KiB");
  const wrong = names.find((name) => typeof row[name] !== "string" || !forms[name](row[name]));
  if (wrong) throw fail(`has no valid ${wrong}`);
  return row;
}

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw reported(file, cause);
  }
}

function reported(file: string, cause: unknown): unknown {
  if (isNoticeError(cause) || !(cause instanceof Error) || !("code" in cause)) return cause;
  const code = /^SQLITE_[A-Z]+/.exec(String(cause.code))?.[0];
  if (code === "SQLITE_NOTADB") return unreadable(file, "it is not a SQLite file", cause);
  if (code === "SQLITE_CORRUPT") return unreadable(file, `it is corrupt: ${cause.message}`, cause);
  return unreadable(file, fileFault(cause), cause);
}
