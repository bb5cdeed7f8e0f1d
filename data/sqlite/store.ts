import { isNoticeError, NoticeError } from "../../schema/errors/errors.ts";
import type { Draft, NoticeStore, Revision } from "../store.ts";
import { type Connection, translateErrors } from "./driver.ts";
import { migrate } from "./migrations.ts";
import { openConnection } from "./open.ts";
import { columns, insertRevision, newestRevision, type Row, toHistoryEntry, toRevision } from "./row.ts";

/** How long a command waits for another one's transaction, in ms. */
export const wait = 5000;

/**
 * The store in a SQLite file that is there already.
 * @throws NoticeError STORE_…
 */
export function openSqliteStore(file: string): NoticeStore {
  const db = openConnection(file, { wait });
  try {
    return translateErrors(file, () => {
      migrate(db, file);
      return storeOn(file, db);
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function storeOn(file: string, db: Connection): NoticeStore {
  const byRevision = db.prepare<[number], Row>(`SELECT ${columns} FROM revision WHERE revision = ?`);
  const byRequest = db.prepare<[string], Row>(`SELECT ${columns} FROM revision WHERE request_id = ?`);
  const range = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM revision WHERE revision < ? ORDER BY revision DESC LIMIT ?`,
  );

  const newest = (): number => {
    const revision = newestRevision(db);
    if (revision === undefined) throw new NoticeError("STORE_MISSING", { file });
    return revision;
  };
  const find = (revision: number): Revision => {
    const row = byRevision.get(revision);
    if (!row) throw new NoticeError("REVISION_UNKNOWN", { revision });
    return toRevision(row);
  };
  const append = db.transaction((draft: Draft): Revision => {
    const done = byRequest.get(draft.requestId);
    if (done) return toRevision(done);
    const current = newest();
    if (draft.ifRevision !== undefined && draft.ifRevision !== current) {
      throw new NoticeError("REVISION_CONFLICT", { expected: draft.ifRevision, current });
    }
    insertRevision(db, draft, current + 1);
    return find(current + 1);
  });

  const verb = async <T>(work: () => T): Promise<T> => translateErrors(file, work);
  return {
    newest: () => verb(newest),
    latest: () => verb(() => find(newest())),
    find: (revision) => verb(() => find(revision)),
    history: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      verb(() => range.all(before, limit).map(toHistoryEntry)),
    append: (draft) =>
      verb(() => {
        const revision = append.immediate(draft);
        assertStored(file, revision, draft.requestId);
        return revision;
      }),
    close: () => verb(() => void db.close()),
  };
}

/** A writer whose file was removed or replaced under it commits into the void; a fresh connection sees that. */
function assertStored(file: string, { revision }: Revision, requestId: string): void {
  if (storedRequest(file, revision) !== requestId) throw new NoticeError("WRITE_LOST", { file });
}

function storedRequest(file: string, revision: number): string | undefined {
  try {
    const fresh = openConnection(file, { readonly: true, wait });
    try {
      const request = fresh.prepare<[number], string>("SELECT request_id FROM revision WHERE revision = ?");
      return request.pluck().get(revision);
    } finally {
      fresh.close();
    }
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return undefined;
    throw error;
  }
}
