import { randomUUID } from "node:crypto";
import { realpathSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { isNoticeError, messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { tryWrite } from "../files.ts";
import {
  type Connection,
  columns,
  findLatestNumber,
  insertRevision,
  migrate,
  versionsIn,
} from "../sqlite-file/format.ts";
import { quotable, translateErrors, withConnection } from "../sqlite-file/open.ts";
import {
  type DamagedRevision,
  type DiagnosticResult,
  failure,
  noneIfMissing,
  ok,
  type StoredVersion,
  warning,
} from "../store.ts";
import { type Row, toHistoryEntry } from "../stored-row.ts";
import { whenFree } from "./replacement.ts";

/** File systems on which SQLite's locks cannot be trusted, by the number that statfs reports. */
const remote: Record<number, string> = { 26985: "NFS", 20859: "SMB", 4283649346: "CIFS", 4266872130: "SMB2" };
const scarce = 100 * 1024 * 1024;

interface Examination {
  /** What is wrong with the file, with a change to it, or with its tables; absent if nothing. */
  fault?: string;
  /** How many revisions could be read, including damaged ones. */
  count: number;
  latest?: number;
  damaged: DamagedRevision[];
}

/** Inspects the store, its file system and every revision. `command` is the program's name. Never rejects. */
export async function inspectSqlite(file: string, command: string): Promise<DiagnosticResult[]> {
  try {
    const found = await whenFree(undefined, () => inspectStore(file, command));
    return [...found, ...inspectFileSystem(file)];
  } catch (error) {
    return [failure("store", messageFor(error, command))];
  }
}

/**
 * Which revisions there are, if nothing is wrong with a store, else undefined; unless `readonly`, this includes trying a
 * change.
 * @throws NoticeError STORE_…, if what is wrong is not in the store
 */
export function intactVersions(file: string, readonly = false): StoredVersion[] | undefined {
  try {
    return withConnection(file, { readonly, keepsJournal: true }, (db) => {
      const { fault, latest, damaged } = examine(db, file);
      const isIntact = fault === undefined && latest !== undefined && damaged.length === 0;
      return isIntact ? versionsIn(db) : undefined;
    });
  } catch (error) {
    const isInStore = isNoticeError(error, "STORE_CORRUPT") || isNoticeError(error, "STORE_FOREIGN");
    return isInStore ? undefined : noneIfMissing(error);
  }
}

function inspectStore(file: string, command: string): DiagnosticResult[] {
  return withConnection(file, { keepsJournal: true }, (db) => {
    const examined = examine(db, file);
    const { fault: reason, latest } = examined;
    if (latest === undefined && reason === undefined) throw new NoticeError("STORE_MISSING", { file });
    return [
      ok("store", latest === undefined ? file : `${file}, revision ${latest}`),
      ok("SQLite", String(db.prepare("SELECT sqlite_version()").pluck().get())),
      // For example, in a backup that was put in place of the store.
      db.pragma("journal_mode", { simple: true }) === "wal"
        ? ok("durability", "each change is on the disk before it is confirmed")
        : warning("durability", "no write-ahead log yet: the next change adds it"),
      // In the words of the error that a command would give.
      reason === undefined
        ? ok("integrity", "ok")
        : failure("integrity", new NoticeError("STORE_CORRUPT", { file, reason }).messageFor(command)),
      inspectRevisions(examined, command),
    ];
  });
}

function inspectRevisions({ count, latest, damaged }: Examination, command: string): DiagnosticResult {
  if (damaged.length === 0) return ok("revisions", `${count}, all intact`);
  const list = damaged.map(({ number }) => number).join(", ");
  const last = damaged.find(({ number }) => number === latest);
  const remedy = last
    ? new NoticeError("STORE_DAMAGED", { revision: last.number, reason: last.damage }).messageFor(command)
    : `Repair the store with \`${command} restore FILE\`.`;
  return failure("revisions", `damaged: ${list}. ${remedy}`);
}

function inspectFileSystem(file: string): DiagnosticResult[] {
  const { type, bavail, bsize } = statfsSync(dirname(file));
  const name = remote[type >>> 0];
  const free = bavail * bsize;
  return [
    name
      ? warning("file system", `${name}: a store belongs on a local disk`)
      : ok("file system", "local, so its locks hold"),
    (free < scarce ? warning : ok)("disk", `${Math.round(free / 1024 / 1024)} MiB free`),
  ];
}

/**
 * Examines everything in a store: SQLite's own check does not notice a flipped bit in a text, nor a missing table.
 * @throws NoticeError STORE_…, if what is wrong is not in the store
 */
function examine(db: Connection, file: string): Examination {
  const found: Examination = { count: 0, damaged: [] };
  // In this order, so that the fault is the one that a change would report.
  const fault = faultOf(file, () => {
    readAll(db, found);
    if (!db.readonly) rehearseChange(db, file);
    const report = String(db.pragma("integrity_check(1)", { simple: true }));
    return report === "ok" ? undefined : quotable(report);
  });
  return { ...found, ...(fault !== undefined && { fault }) };
}

function faultOf(file: string, work: () => string | undefined): string | undefined {
  try {
    return translateErrors(file, work);
  } catch (error) {
    if (!isNoticeError(error, "STORE_CORRUPT")) throw error;
    return quotable((error.cause as Error).message);
  }
}

function readAll(db: Connection, into: Examination): void {
  for (const row of db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision`).iterate()) {
    into.count += 1;
    into.latest = row.revision;
    const entry = toHistoryEntry(row);
    if ("damage" in entry) into.damaged.push(entry);
  }
  for (const table of ["token", "usage"]) db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
}

/**
 * Tries a change and rolls it back, so that nobody ever sees it; fails as the change would. SQLite writes little before
 * a commit, so this also writes a file in the folder.
 * @throws the errors of SQLite and the file system
 */
function rehearseChange(db: Connection, file: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    migrate(db, file);
    const change = { notice: defaults, author: "backsoon", requestId: randomUUID() };
    insertRevision(db, change, (findLatestNumber(db) ?? 0) + 1);
  } finally {
    // Some errors end the transaction themselves.
    if (db.inTransaction) db.exec("ROLLBACK");
  }
  // SQLite writes beside the file that a symbolic link points to.
  tryWrite(dirname(realpathSync(file)));
}
