import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { isExpired } from "../../schema/token/token.ts";
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
  type AccessStore,
  maxPageBytes,
  maxSignIns,
  type NewRevision,
  type NoticeReader,
  type NoticeStore,
  noneIfMissing,
  type Revision,
  type StoredToken,
  type UsageStore,
  withinLimit,
} from "../store.ts";
import { assertFollows, numberAfter, type Row, toHistoryEntry, toRevision } from "../stored-row.ts";
import { transactionsOn, whenFree } from "./replacement.ts";

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

const tokenColumns = `kind, name, scope, sha256, ending, created_at AS createdAt, used_at AS usedAt,
  expires_at AS expiresAt, limit_at AS limitAt`;

/**
 * Opens what lets people use the editor in an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export async function openSqliteAccess(file: string, deadline?: Deadline): Promise<AccessStore> {
  const { read, write } = transactionsOn(file, deadline);
  /** Checks a write through a new connection: the write is lost if the file was replaced meanwhile. */
  const assertKept = async (isKept: (db: Connection) => boolean): Promise<void> => {
    if (!(await read(isKept))) throw new NoticeError("WRITE_LOST", { file });
  };
  const isThere = (hash: string) => (db: Connection) => findByHash(db, hash) !== undefined;
  await read(() => undefined);

  return {
    tokens: () => read((db) => select(db, "ORDER BY name, created_at, sha256")),
    find: (hashes) =>
      read((db) => select(db, "WHERE sha256 IN (SELECT value FROM json_each(?))", JSON.stringify(hashes))),
    async addToken(token) {
      await write((db) => insert(db, token));
      await assertKept(isThere(token.sha256));
    },
    async spendLink(hash, make) {
      const made = await write((db) => {
        const link = findByHash(db, hash);
        if (link?.kind !== "link" || link.usedAt !== null) return undefined;
        const signIn = make(link);
        if (isExpired(link, new Date(signIn.createdAt))) return undefined;
        db.prepare("UPDATE token SET used_at = ? WHERE sha256 = ?").run(signIn.createdAt, hash);
        insert(db, signIn);
        return signIn;
      });
      if (made) await assertKept(isThere(made.sha256));
      return made;
    },
    keepUse: (hash, usedAt, expiresAt) =>
      write((db) => {
        const update = "UPDATE token SET used_at = ?, expires_at = ? WHERE sha256 = ? AND expires_at > ?";
        db.prepare(update).run(usedAt, expiresAt, hash, usedAt);
      }),
    endSignIn: (hash, at) =>
      write((db) => {
        const update =
          "UPDATE token SET expires_at = ? WHERE sha256 = ? AND kind = 'sign-in' AND expires_at > ?";
        db.prepare(update).run(at, hash, at);
      }),
    async revoke(name, at) {
      const revoked = await write((db) => {
        const found = select(db, "WHERE name = ? AND (kind = 'token' OR expires_at > ?)", name, at);
        if (found.length === 0) throw new NoticeError("TOKEN_UNKNOWN", { name });
        db.prepare("DELETE FROM token WHERE name = ? AND kind <> 'sign-in'").run(name);
        db.prepare("UPDATE token SET expires_at = min(expires_at, ?) WHERE name = ?").run(at, name);
        return found;
      });
      await assertKept(
        (db) => select(db, "WHERE name = ? AND (kind <> 'sign-in' OR expires_at > ?)", name, at).length === 0,
      );
      return revoked;
    },
    close: async () => {},
  };
}

function select(db: Connection, rest: string, ...values: string[]): StoredToken[] {
  return db.prepare<string[], StoredToken>(`SELECT ${tokenColumns} FROM token ${rest}`).all(...values);
}

function findByHash(db: Connection, hash: string): StoredToken | undefined {
  return select(db, "WHERE sha256 = ?", hash)[0];
}

function insert(db: Connection, token: StoredToken): void {
  const { kind, name, createdAt } = token;
  if (kind === "token") {
    const [found] = select(db, "WHERE name = ? AND kind = 'token'", name);
    if (found && !isExpired(found, new Date(createdAt))) throw new NoticeError("TOKEN_EXISTS", { name });
    if (found) db.prepare("DELETE FROM token WHERE sha256 = ?").run(found.sha256);
  }
  if (kind === "link")
    db.prepare("DELETE FROM token WHERE kind = 'link' AND (used_at NOT NULL OR expires_at <= ?)").run(
      createdAt,
    );
  db.prepare<[StoredToken]>(
    `INSERT INTO token (kind, name, scope, sha256, ending, created_at, used_at, expires_at, limit_at)
     VALUES (:kind, :name, :scope, :sha256, :ending, :createdAt, :usedAt, :expiresAt, :limitAt)`,
  ).run(token);
  if (kind === "sign-in")
    db.prepare(
      `DELETE FROM token WHERE sha256 IN (SELECT sha256 FROM token WHERE kind = 'sign-in' AND name = ?
       ORDER BY expires_at > ? DESC, created_at DESC, rowid DESC LIMIT -1 OFFSET ${maxSignIns})`,
    ).run(name, createdAt);
}

const reserve = `
  INSERT INTO usage (day, count) SELECT date('now'), 1 WHERE :limit > 0
  ON CONFLICT (day) DO UPDATE SET count = count + 1 WHERE count < :limit
  RETURNING count`;

/**
 * Opens the counter of an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export async function openSqliteUsage(file: string, deadline?: Deadline): Promise<UsageStore> {
  const { read, write } = transactionsOn(file, deadline);
  await read(() => undefined);
  return {
    reserveUse: (limit) =>
      write((db) => {
        const reserved = db.prepare<[{ limit: number }], number>(reserve).pluck().get({ limit });
        return withinLimit(limit, reserved, countToday(db));
      }),
    usesToday: () => read(countToday),
    close: async () => {},
  };
}

function countToday(db: Connection): number {
  return db.prepare<[], number>("SELECT count FROM usage WHERE day = date('now')").pluck().get() ?? 0;
}
