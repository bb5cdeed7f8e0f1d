import type { Connection } from "../../sqlite-file/driver.ts";

/** How many row ids in a row are tried in vain where a scan ends at a damaged page. */
const maxMisses = 10_000;

/** How many rows may be out of order: in a damaged tree, the same page may come again and again. */
const maxDisorder = 1000;

/**
 * Every row of a table that can still be read: forwards up to the first damage, backwards up to the last, and one by one
 * what may be left between. `failed` is called if anything cannot be read, or is out of order.
 */
export function* readableRows<R extends object>(
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
    // The damage, from the other side.
  }
  const byId = attempt(() => db.prepare<[number], Found>(`${select} WHERE rowid = ?`));
  for (let id = first + 1, misses = 0; byId && id < last && misses < maxMisses; id += 1) {
    const row = attempt(() => byId.get(id));
    misses = row ? 0 : misses + 1;
    if (row) yield row;
  }
}

/** What some work returns, or undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
