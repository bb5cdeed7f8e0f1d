import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { type Clock, systemClock, untilSeen } from "../clock.ts";
import type { Draft, NoticeStore, Revision } from "../store.ts";
import { type Connection, translateErrors } from "./driver.ts";
import { migrate } from "./migrations.ts";
import { openConnection, withConnection } from "./open.ts";
import { columns, findLatestNumber, insertRevision, type Row, toHistoryEntry, toRevision } from "./row.ts";

/**
 * Opens the store in an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export function openSqliteStore(file: string, clock: Clock = systemClock): NoticeStore {
  const db = openConnection(file);
  try {
    return translateErrors(file, () => {
      migrate(db, file);
      return storeOn(file, db, clock);
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function storeOn(file: string, db: Connection, clock: Clock): NoticeStore {
  const byNumber = db.prepare<[number], Row>(`SELECT ${columns} FROM revision WHERE revision = ?`);
  const byRequest = db.prepare<[string], Row>(`SELECT ${columns} FROM revision WHERE request_id = ?`);
  const range = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM revision WHERE revision < ? ORDER BY revision DESC LIMIT ?`,
  );

  const latestNumber = (): number => {
    const number = findLatestNumber(db);
    if (number === undefined) throw new NoticeError("STORE_MISSING", { file });
    return number;
  };
  const find = (number: number): Revision => {
    const row = byNumber.get(number);
    if (!row) throw new NoticeError("REVISION_UNKNOWN", { revision: number });
    return toRevision(row);
  };
  const append = db.transaction((draft: Draft): Revision => {
    const done = byRequest.get(draft.requestId);
    if (done) return toRevision(done);
    const current = latestNumber();
    if (draft.ifRevision !== undefined && draft.ifRevision !== current) {
      throw new NoticeError("REVISION_CONFLICT", { expected: draft.ifRevision, current });
    }
    insertRevision(db, draft, current + 1);
    return find(current + 1);
  });

  const verb = async <T>(work: () => T): Promise<T> => translateErrors(file, work);
  return {
    latestNumber: () => verb(latestNumber),
    latest: () => verb(() => find(latestNumber())),
    find: (number) => verb(() => find(number)),
    history: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      verb(() => range.all(before, limit).map(toHistoryEntry)),
    async append(draft) {
      const revision = await verb(() => append.immediate(draft));
      const committedAt = clock.now();
      await verb(() => assertStored(file, revision, draft.requestId));
      await untilSeen(committedAt, clock);
      return revision;
    },
    close: () => verb(() => void db.close()),
  };
}

/** A writer whose file was removed or replaced underneath it commits into the void; a fresh connection notices. */
function assertStored(file: string, { number }: Revision, requestId: string): void {
  if (storedRequest(file, number) !== requestId) throw new NoticeError("WRITE_LOST", { file });
}

function storedRequest(file: string, number: number): string | undefined {
  try {
    return withConnection(file, { readonly: true }, (fresh) =>
      fresh
        .prepare<[number], string>("SELECT request_id FROM revision WHERE revision = ?")
        .pluck()
        .get(number),
    );
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return undefined;
    throw error;
  }
}
