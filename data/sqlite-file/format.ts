import type Database from "better-sqlite3";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import { type FirstRevision, maxRevisionNumber, type Revision, type StoredVersion } from "../store.ts";
import { bodyOf, type Row, toRevision, type WholeRow } from "../stored-row.ts";

export type Connection = Database.Database;

/** Marks the file as ours in its header: "BkSn". */
export const applicationId = 0x426b536e;

/** The format of stores and backups that this program reads and writes; earlier ones were never released. */
export const fileFormat = 7;

const revisionTable = `CREATE TABLE revision (
    revision   INTEGER PRIMARY KEY CHECK (revision BETWEEN 1 AND ${maxRevisionNumber}),
    body       TEXT NOT NULL CHECK (json_valid(body) AND json_type(body, '$.isEnabled') IS 'true'),
    sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
    author     TEXT NOT NULL CHECK (length(author) > 0),
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
    request_id TEXT NOT NULL UNIQUE CHECK (length(request_id) > 0),
    -- Whether the store made it by itself: nobody has written it.
    is_automatic INTEGER NOT NULL DEFAULT 0 CHECK (is_automatic IN (0, 1))
  ) STRICT`;

const tables = `
  ${revisionTable};

  -- Which revisions have the same document.
  CREATE INDEX revision_by_sum ON revision (sha256);

  -- A store that continues from a lost one leaves out the numbers that visitors have seen.
  CREATE TRIGGER revision_follows BEFORE INSERT ON revision
  WHEN NEW.revision <= (SELECT max(revision) FROM revision)
  BEGIN SELECT RAISE(ABORT, 'a revision follows the latest one'); END;

  -- REPLACE would delete the revision that has the request already, and fires no trigger for that.
  CREATE TRIGGER revision_is_new BEFORE INSERT ON revision
  WHEN EXISTS (SELECT 1 FROM revision WHERE request_id = NEW.request_id)
  BEGIN SELECT RAISE(ABORT, 'a request is stored once'); END;

  CREATE TRIGGER revision_is_kept BEFORE UPDATE ON revision
  BEGIN SELECT RAISE(ABORT, 'a revision is never changed'); END;

  CREATE TRIGGER revision_stays BEFORE DELETE ON revision
  BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END;

  -- Who may use the editor: tokens, sign-ins and links.
  CREATE TABLE token (
    sha256     TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    kind       TEXT NOT NULL CHECK (kind IN ('token', 'sign-in', 'link')),
    name       TEXT NOT NULL CHECK (length(name) > 0),
    scope      TEXT NOT NULL CHECK (scope IN ('read', 'write', 'invite')),
    ending     TEXT NOT NULL CHECK (length(ending) = 4),
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
    used_at    TEXT CHECK (used_at GLOB '????-??-??T??:??:??.???Z'),
    expires_at TEXT NOT NULL CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'),
    -- The latest end of the sign-ins that it makes.
    limit_at   TEXT NOT NULL CHECK (limit_at GLOB '????-??-??T??:??:??.???Z')
  ) STRICT;
  CREATE UNIQUE INDEX token_by_name ON token (name) WHERE kind = 'token';

  -- How many requests were sent to the models on a day.
  CREATE TABLE usage (
    day   TEXT NOT NULL PRIMARY KEY CHECK (day GLOB '????-??-??'),
    count INTEGER NOT NULL CHECK (count > 0)
  ) STRICT;
`;

/** The format of a store; 0 if there is nothing in the file. */
export const formatOf = (db: Connection): number => db.pragma("user_version", { simple: true }) as number;

/**
 * Refuses a file that is not a store in a format we know; an empty file is format 0.
 * @throws NoticeError STORE_FOREIGN, STORE_NEWER
 */
export function assertFormat(db: Connection, file: string): void {
  // In one transaction: another process may be creating the store.
  const { id, version, objects } = db.transaction(() => ({
    id: db.pragma("application_id", { simple: true }),
    version: formatOf(db),
    objects: db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get(),
  }))();
  if (id !== applicationId && (id !== 0 || version !== 0 || objects !== 0)) {
    throw new NoticeError("STORE_FOREIGN", { file, reason: "it is another program's database" });
  }
  if (version > fileFormat) throw new NoticeError("STORE_NEWER", { file, version, supported: fileFormat });
  if (version !== 0 && version < fileFormat)
    throw new NoticeError("STORE_FOREIGN", { file, reason: "it is from before 0.1.0" });
}

/** Whether a database, which anybody may have made, has our table of revisions, and so executes nothing when it is read. */
export function hasOwnRevisions(db: Connection): boolean {
  const found = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'revision'").pluck().get();
  return found === revisionTable;
}

/** Whether nothing has been written to the file yet, as after a power cut while it was being created. */
export function isEmpty(db: Connection): boolean {
  return formatOf(db) === 0;
}

/**
 * Creates the tables of a store that has none; to be called in the transaction that writes.
 * @throws NoticeError STORE_NEWER, if another program got there first
 */
export function migrate(db: Connection, file: string): void {
  assertFormat(db, file);
  if (!isEmpty(db)) return;
  db.exec(tables);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${fileFormat}`);
}

export const columns = "revision, body, sha256, author, created_at, is_automatic";

/** The number of the latest revision, or undefined if there is none. */
export function findLatestNumber(db: Connection): number | undefined {
  return db.prepare<[], number | null>("SELECT max(revision) FROM revision").pluck().get() ?? undefined;
}

/**
 * Inserts a revision.
 * @throws NoticeError NOTICE_INVALID
 */
export function insertRevision(
  db: Connection,
  { isAutomatic, ...revision }: Omit<FirstRevision, "number">,
  number: number,
): void {
  const body = bodyOf(revision);
  prepareInsert(db)({
    revision: number,
    body,
    sha256: sha256(body),
    author: revision.author,
    created_at: new Date().toISOString(),
    request_id: revision.requestId,
    is_automatic: isAutomatic ? 1 : 0,
  });
}

/** Makes the function that inserts a whole row as it is. */
export function prepareInsert(db: Connection): (row: WholeRow) => void {
  const insert = db.prepare(
    `INSERT INTO revision (${columns}, request_id)
     VALUES (:revision, :body, :sha256, :author, :created_at, :is_automatic, :request_id)`,
  );
  return (row) => void insert.run({ is_automatic: 0, ...row });
}

/** Which revisions there are, oldest first. */
export function versionsIn(db: Connection): StoredVersion[] {
  return db
    .prepare<[], StoredVersion>("SELECT revision, sha256, request_id FROM revision ORDER BY revision")
    .all();
}

/** The row of the latest revision. @throws NoticeError STORE_MISSING */
export function latestRow(db: Connection): Row {
  const row = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`).get();
  if (!row) throw new NoticeError("STORE_MISSING", { file: db.name });
  return row;
}

/** The latest revision in a store. @throws NoticeError STORE_MISSING, STORE_DAMAGED */
export function readLatest(db: Connection): Revision {
  return toRevision(latestRow(db));
}
