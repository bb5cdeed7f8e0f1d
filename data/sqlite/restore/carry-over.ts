import { faultOfRow, type MeasuredRow, measuredColumns } from "../../backup/backup-row.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { prepareInsert } from "../../sqlite-file/row.ts";
import { maxRevisionNumber } from "../../store.ts";
import { toHistoryEntry } from "../../stored-row.ts";

/** Past a damaged page, rows are read by id. The search ends after this many unused ids. */
const maxMisses = 10_000;

/** How many rows may be out of order: in a damaged tree, the same page may repeat. */
const maxDisorder = 1000;

/** The tables beside the revisions, which no backup has, and their columns. */
const tables = {
  token: ["name", "scope", "sha256", "ending", "created_at", "expires_at"],
  reply: ["credential", "request_key", "body_sum", "status", "body", "kept_at"],
  usage: ["day", "count"],
};

/** What was read of a broken store. */
export interface CarriedOver {
  /** The numbers of all its revisions, including damaged ones. */
  known: Set<number>;
  /** Whether there may have been tokens that could not be read. */
  tokensLost: boolean;
}

/** Copies everything that can be read of a broken store, table by table and row by row. */
export function carryOver(old: Connection, db: Connection): CarriedOver {
  const known = knownNumbers(old);
  const insert = prepareInsert(db);
  const inIndex = attempt(() =>
    old.prepare(`SELECT revision FROM revision INDEXED BY ${requestIndex} WHERE request_id = ?`).pluck(),
  );
  for (const row of readableRows<MeasuredRow>(old, "revision", measuredColumns, () => {})) {
    const { revision: number, isTooLarge: _, ...rest } = row;
    // No hash covers the number: a flipped bit in it would give another number this text.
    const indexed = attempt(() => inIndex?.get(row.request_id));
    const isItsOwn = indexed === undefined || indexed === number;
    if (isItsOwn && isNumber(number)) known.add(number);
    if (isItsOwn && faultOfRow(row) === undefined && !("damage" in toHistoryEntry(row)))
      attempt(() => insert.run({ ...rest, revision: number }));
  }
  const lost = Object.entries(tables).filter(([table, columns]) => !copyRows(old, db, table, columns));
  return { known, tokensLost: lost.some(([table]) => table === "token") };
}

/** The index that SQLite makes for the ids of requests. */
const requestIndex = "sqlite_autoindex_revision_1";

/** The numbers in the table and in its indexes, as far as each can be read. */
function knownNumbers(old: Connection): Set<number> {
  const indexes = ["NOT INDEXED", "INDEXED BY revision_by_sum", `INDEXED BY ${requestIndex}`];
  const found = indexes.flatMap(
    (index) => attempt(() => old.prepare(`SELECT revision FROM revision ${index}`).pluck().all()) ?? [],
  );
  return new Set(found.filter(isNumber));
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= maxRevisionNumber;
}

/** Copies the rows of a table; false if some could not be read, or are not as we write them. */
function copyRows(old: Connection, db: Connection, table: string, columns: string[]): boolean {
  let isWhole = true;
  const list = columns.join(", ");
  const insert = db.prepare(
    `INSERT INTO ${table} (${list}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
  );
  const failed = (): void => {
    isWhole = false;
  };
  for (const row of readableRows(old, table, list, failed)) if (!attempt(() => insert.run(row))) failed();
  return isWhole;
}

/**
 * Every readable row of a table: forwards to the first damage, backwards to the last, and then row by row in between.
 * `failed` is called if a row cannot be read or is out of order.
 */
function* readableRows<R extends object>(
  db: Connection,
  table: string,
  columns: string,
  failed: () => void,
): Iterable<R> {
  type Found = R & { id: number };
  const select = `SELECT rowid AS id, ${columns} FROM ${table}`;
  let first = -1;
  let last = Number.MAX_SAFE_INTEGER;
  let disorder = 0;
  try {
    for (const row of db.prepare<[], Found>(`${select} ORDER BY rowid`).iterate()) {
      if (row.id <= first) disorder += 1;
      if (disorder > maxDisorder) throw new Error("The rows are out of order.");
      first = row.id;
      yield row;
    }
    if (disorder > 0) failed();
    return;
  } catch {
    failed();
  }
  try {
    for (const row of db.prepare<[], Found>(`${select} ORDER BY rowid DESC`).iterate()) {
      if (row.id <= first || row.id >= last) break;
      last = row.id;
      yield row;
    }
  } catch {
    // The damage was reached from the other side.
  }
  const byId = attempt(() => db.prepare<[number], Found>(`${select} WHERE rowid = ?`));
  for (let id = first + 1, misses = 0; byId && id < last && misses < maxMisses; id += 1) {
    const row = attempt(() => byId.get(id));
    misses = row ? 0 : misses + 1;
    if (row) yield row;
  }
}

/** The result of the work, or undefined if it throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
