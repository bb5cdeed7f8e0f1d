import { type BigIntStats, existsSync, realpathSync, statSync } from "node:fs";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { assertFormat, columns } from "../sqlite-file/format.ts";
import { openConnection, translateErrors } from "../sqlite-file/open.ts";
import type { NoticeWatcher, Revision } from "../store.ts";
import { type Row, toRevision } from "../stored-row.ts";

/** How long to wait before a file that could not be opened is tried again, in ms: opening it costs more than a poll. */
const reopenDelayMs = 250;
/** How often the write-ahead log is checked, in ms: if it was replaced, other processes' commits would be missed. */
const logIntervalMs = 500;

/** The file at a path, and when it was last written; in WAL mode, commits do not change it. */
type Identity = string | undefined;

/**
 * Watches the store in a SQLite file without reading the disk while nothing changes: `data_version` shows other
 * processes' commits, and `stat` that the file was removed or replaced.
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function watchSqlite(file: string): NoticeWatcher {
  let fileWatcher: ReturnType<typeof watchFile> | undefined;
  let failed: { identity: Identity; at: number; error: unknown } | undefined;

  const close = (): void => {
    fileWatcher?.close();
    fileWatcher = undefined;
  };
  const open = (identity: Identity) => {
    const now = performance.now();
    if (failed && failed.identity === identity && now - failed.at < reopenDelayMs) throw failed.error;
    try {
      failed = undefined;
      return watchFile(file);
    } catch (error) {
      failed = { identity, at: now, error };
      throw error;
    }
  };
  const poll = (): Revision | undefined => {
    const identity = identify(file);
    if (fileWatcher && (fileWatcher.identity !== identity || fileWatcher.isCutOff())) close();
    if (identity === undefined) throw new NoticeError("STORE_MISSING", { file });
    fileWatcher ??= open(identity);
    return fileWatcher.poll();
  };

  return {
    poll() {
      try {
        return translateErrors(file, poll);
      } catch (error) {
        // A connection to a broken file would hold locks that prevent a repair.
        if (!isNoticeError(error, "STORE_DAMAGED") && !isNoticeError(error, "STORE_BUSY")) close();
        throw error;
      }
    },
    close,
  };
}

function watchFile(path: string) {
  const identity = identify(path);
  // SQLite keeps the other files beside the target of a symbolic link.
  const file = existsSync(path) ? realpathSync(path) : path;
  // Never waits for a lock, as this is the event loop that answers visitors.
  const db = openConnection(path, { readonly: true });
  try {
    const dataVersion = db.prepare<[], number>("PRAGMA data_version").pluck();
    const latest = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`);
    // The first read creates the files beside the database.
    latest.get();
    const memory = identifyMemory(file);
    let log = lookAtLog(file);
    let lookedAt = performance.now();
    let seen: number | undefined;
    let shown: Row | undefined;
    return {
      identity,
      /** Whether the files beside the database were replaced since we opened them. */
      isCutOff(): boolean {
        if (identifyMemory(file) !== memory) return true;
        const now = performance.now();
        if (now - lookedAt < logIntervalMs) return false;
        lookedAt = now;
        const before = log;
        log = lookAtLog(file);
        return log?.ino !== before?.ino || (log?.size ?? 0) < (before?.size ?? 0);
      },
      poll(): Revision | undefined {
        const version = dataVersion.get();
        if (version === seen) return undefined;
        // A newer program may have changed the store to a format that we would misread.
        assertFormat(db, file);
        const row = latest.get();
        if (!row) throw new NoticeError("STORE_MISSING", { file });
        // A commit without a new revision, such as a new token, ends here.
        const isSame = shown !== undefined && isSameRow(shown, row);
        const revision = isSame ? undefined : toRevision(row);
        // Remembered only now, so that a revision that could not be read is tried again.
        [seen, shown] = [version, row];
        log = lookAtLog(file);
        return revision;
      },
      close: () => void db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function isSameRow(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every((column) => one[column] === other[column]);
}

/** The shared memory is mapped. If it was truncated, touching it would kill the process: check it before each use. */
function identifyMemory(file: string): Identity {
  const stats = stat(`${file}-shm`);
  return stats && `${stats.ino} ${stats.size}`;
}

/** SQLite itself never shortens a log that is in use. */
function lookAtLog(file: string): BigIntStats | undefined {
  return stat(`${file}-wal`);
}

function identify(file: string): Identity {
  const stats = stat(file);
  return stats && `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function stat(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}
