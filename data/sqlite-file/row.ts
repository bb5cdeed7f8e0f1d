import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/sum.ts";
import type { FirstRevision, Revision, StoredVersion } from "../store.ts";
import { bodyOf, type Row, toRevision, type WholeRow } from "../stored-row.ts";
import type { Connection } from "./format.ts";

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
