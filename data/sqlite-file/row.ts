import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/sum.ts";
import type { NewRevision, Revision } from "../store.ts";
import { bodyOf, type Row, toRevision, type WholeRow } from "../stored-row.ts";
import type { Connection, Statement } from "./driver.ts";

export const columns = "revision, body, sha256, author, created_at";

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
  revision: Omit<NewRevision, "follows" | "after">,
  number: number,
): void {
  const body = bodyOf(revision);
  prepareInsert(db).run({
    revision: number,
    body,
    sha256: sha256(body),
    author: revision.author,
    created_at: new Date().toISOString(),
    request_id: revision.requestId,
  });
}

/** The statement that inserts a whole row as it is. */
export function prepareInsert(db: Connection): Statement<[WholeRow]> {
  return db.prepare(
    `INSERT INTO revision (${columns}, request_id)
     VALUES (:revision, :body, :sha256, :author, :created_at, :request_id)`,
  );
}

/**
 * The latest revision in a store.
 * @throws NoticeError STORE_MISSING, STORE_DAMAGED
 */
export function readLatest(db: Connection): Revision {
  const row = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`).get();
  if (!row) throw new NoticeError("STORE_MISSING", { file: db.name });
  return toRevision(row);
}
