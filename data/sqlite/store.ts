import { existsSync } from "node:fs";
import { NoticeError } from "../../schema/errors.ts";
import type { Draft, NoticeStore, Page, Revision } from "../store.ts";
import { type Connection, translated } from "./driver.ts";
import { migrate } from "./migrations.ts";
import { createConnection, openConnection } from "./open.ts";
import { columns, type Row, toBody, toRevision } from "./row.ts";

/** How long a command waits for another one's transaction, in ms. */
const wait = 5000;

/**
 * The store in a SQLite file that is there already.
 * @throws NoticeError STORE_…, SQLITE_TOO_OLD
 */
export function openSqliteStore(file: string): NoticeStore {
  return storeOn(file, openConnection(file, { wait }));
}

/** The number of the newest revision, or undefined while there is no store, or none that has a revision. */
export function newestSqliteRevision(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const db = createConnection(file, { wait });
  try {
    return translated(file, () => {
      migrate(db, file);
      return newestOf(db) || undefined;
    });
  } finally {
    db.close();
  }
}

/**
 * Makes the store with its first revision. Several processes may do this at once: one of them is told true.
 * @throws NoticeError STORE_…, SQLITE_TOO_OLD
 */
export function createSqliteStore(file: string, first: Draft & { revision: number }): boolean {
  const db = createConnection(file, { wait });
  try {
    return translated(file, () => {
      migrate(db, file);
      const insertFirst = db.transaction(() => {
        if (newestOf(db) > 0) return false;
        insert(db, first, first.revision);
        return true;
      });
      return insertFirst.immediate();
    });
  } finally {
    db.close();
  }
}

function storeOn(file: string, db: Connection): NoticeStore {
  try {
    translated(file, () => migrate(db, file));
  } catch (error) {
    db.close();
    throw error;
  }
  const byRevision = db.prepare<[number], Row>(`SELECT ${columns} FROM revision WHERE revision = ?`);
  const byRequest = db.prepare<[string], Row>(`SELECT ${columns} FROM revision WHERE request_id = ?`);
  const before = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM revision WHERE revision < ? ORDER BY revision DESC LIMIT ?`,
  );

  const newest = (): number => {
    const revision = newestOf(db);
    if (revision === 0) throw new NoticeError("STORE_MISSING", { file });
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
    insert(db, draft, current + 1);
    return find(current + 1);
  });

  const verb = async <T>(work: () => T): Promise<T> => translated(file, work);
  return {
    newest: () => verb(newest),
    latest: () => verb(() => find(newest())),
    find: (revision) => verb(() => find(revision)),
    history: ({ limit, before: end = Number.MAX_SAFE_INTEGER }: Page) =>
      verb(() => before.all(end, limit).map(toRevision)),
    append: (draft) =>
      verb(() => {
        const revision = append.immediate(draft);
        assertStored(file, revision, draft.requestId);
        return revision;
      }),
    close: () => verb(() => void db.close()),
  };
}

function newestOf(db: Connection): number {
  return db.prepare<[], number>("SELECT coalesce(max(revision), 0) FROM revision").pluck().get() ?? 0;
}

function insert(db: Connection, { notice, author, requestId }: Draft, revision: number): void {
  const { body, sha256 } = toBody(notice);
  db.prepare(`INSERT INTO revision (${columns}, request_id) VALUES (?, ?, ?, ?, ?, ?)`).run(
    revision,
    body,
    sha256,
    author,
    new Date().toISOString(),
    requestId,
  );
}

/** A writer whose file was removed or replaced under it commits into the void; a fresh connection sees that. */
function assertStored(file: string, { revision }: Revision, requestId: string): void {
  let fresh: Connection | undefined;
  try {
    fresh = openConnection(file, { readonly: true, wait });
    const stored = fresh.prepare("SELECT request_id FROM revision WHERE revision = ?").pluck().get(revision);
    if (stored !== requestId) throw new Error(`revision ${revision} is not there`);
  } catch (cause) {
    throw new NoticeError("WRITE_LOST", { file }, { cause });
  } finally {
    fresh?.close();
  }
}
