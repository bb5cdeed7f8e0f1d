import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { type Clock, systemClock, untilSeen } from "../clock.ts";
import type { Deadline } from "../deadline.ts";
import {
  type Connection,
  columns,
  insertRevision,
  latestRow,
  migrate,
  readLatest,
} from "../sqlite-file/format.ts";
import { openConnection, translateErrors, withConnection } from "../sqlite-file/open.ts";
import {
  maxPageBytes,
  type NewRevision,
  type NoticeReader,
  type NoticeStore,
  noneIfMissing,
  type Revision,
} from "../store.ts";
import { assertFollows, numberAfter, type Row, toHistoryEntry, toRevision } from "../stored-row.ts";
import { whenFree } from "./replacement.ts";

/**
 * Opens the store in an existing SQLite file to read it, without waiting for a lock.
 * @throws NoticeError STORE_…
 */
export function readSqliteStore(file: string, deadline?: Deadline): NoticeReader {
  const db = openConnection(file, { readonly: true });
  return opened(file, db, () => readerOn(file, db, deadline).reader);
}

/**
 * Opens the store in an existing SQLite file to change it, without waiting for a lock.
 * @throws NoticeError STORE_…
 */
export function openSqliteStore(file: string, clock: Clock = systemClock, deadline?: Deadline): NoticeStore {
  const db = openConnection(file);
  return opened(file, db, () => storeOn(file, db, clock, deadline));
}

function opened<T>(file: string, db: Connection, make: () => T): T {
  try {
    return translateErrors(file, make);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The reading part of a store, for commands and for a transaction. */
function readerOn(file: string, db: Connection, deadline: Deadline | undefined) {
  const byNumber = db.prepare<[number], Row>(`SELECT ${columns} FROM revision WHERE revision = ?`);
  const range = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM revision WHERE revision < ? ORDER BY revision DESC LIMIT ?`,
  );
  const earlier = db.prepare<[string], [number, number | null]>(
    `SELECT r.revision, (SELECT max(revision) FROM revision WHERE sha256 = r.sha256 AND revision < r.revision)
     FROM revision AS r WHERE r.revision IN (SELECT value FROM json_each(?))`,
  );

  const find = (number: number): Revision => {
    const row = byNumber.get(number);
    if (!row) throw new NoticeError("REVISION_UNKNOWN", { revision: number });
    return toRevision(row);
  };
  const verb = <T>(work: () => T): Promise<T> => whenFree(deadline, () => translateErrors(file, work));
  const reader: NoticeReader = {
    latestNumber: () => verb(() => latestRow(db).revision),
    latest: () => verb(() => readLatest(db)),
    find: (number) => verb(() => find(number)),
    history: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      verb(() => [...inPage(range.iterate(before, limit))].map(toHistoryEntry)),
    repeated: (numbers) =>
      verb(() => {
        const found = earlier.raw().all(JSON.stringify(numbers));
        return new Map(found.filter((pair): pair is [number, number] => pair[1] !== null));
      }),
    close: () => verb(() => void db.close()),
  };
  return { reader, find, verb };
}

/** As many rows as a page has. */
function* inPage(rows: Iterable<Row>): Iterable<Row> {
  let bytes = 0;
  for (const row of rows) {
    yield row;
    bytes += Buffer.byteLength(row.body);
    if (bytes >= maxPageBytes) return;
  }
}

function storeOn(file: string, db: Connection, clock: Clock, deadline: Deadline | undefined): NoticeStore {
  const { reader, find, verb } = readerOn(file, db, deadline);
  const byRequest = db.prepare<[string], Row>(`SELECT ${columns} FROM revision WHERE request_id = ?`);

  const append = db.transaction((change: NewRevision): Revision => {
    const latest = latestRow(db);
    assertFollows(change, latest, byRequest.get(change.requestId));
    migrate(db, file);
    const number = numberAfter(latest.revision, change.after);
    insertRevision(db, change, number);
    return find(number);
  });

  return {
    ...reader,
    async append(change, beforeWrite) {
      const revision = await whenFree(deadline, async () => {
        await beforeWrite?.();
        return translateErrors(file, () => append.immediate(change));
      });
      const committedAt = clock.now();
      await verb(() => assertStored(file, revision, change.requestId)).catch((error) => {
        throw isUnknown(error)
          ? new NoticeError("STORE_UNCONFIRMED", { store: file }, { cause: error })
          : error;
      });
      await untilSeen(committedAt, clock);
      return revision;
    },
    settle: (requestId) =>
      verb(() => {
        const done = byRequest.get(requestId);
        return done && toRevision(done);
      }),
  };
}

/** Whether a commit may have succeeded, although it could not be read back. */
function isUnknown(error: unknown): boolean {
  return isNoticeError(error, "STORE_BUSY") || isNoticeError(error, "STORE_UNUSABLE");
}

/** Checks a commit through a new connection: if the file was replaced, the writer's own connection would not notice. */
function assertStored(file: string, { number }: Revision, requestId: string): void {
  const text = "SELECT 1 FROM revision WHERE revision = ? AND request_id = ?";
  const isStored = (fresh: Connection) => fresh.prepare<[number, string]>(text).get(number, requestId);
  try {
    if (withConnection(file, { readonly: true }, isStored)) return;
  } catch (error) {
    noneIfMissing(error);
  }
  throw new NoticeError("WRITE_LOST", { file });
}
