import { faultOfRow, type MeasuredRow, measuredColumns } from "../../backup/backup-row.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { prepareInsert } from "../../sqlite-file/row.ts";
import { maxRevisionNumber } from "../../store.ts";
import { toHistoryEntry } from "../../stored-row.ts";
import { attempt, readableRows } from "./readable-rows.ts";

/** What a store keeps beside its revisions, which no backup has: each table and its columns. */
const tables = {
  token: ["name", "scope", "sha256", "ending", "created_at", "expires_at"],
  reply: ["credential", "request_key", "body_sum", "status", "body", "kept_at"],
  usage: ["weekday", "day", "count"],
};

/** What became of the rows of a broken store. */
export interface CarriedOver {
  /** The highest number that any of them had; 0 if none can be read. */
  highest: number;
  /** The numbers of revisions that are damaged. */
  damaged: Set<number>;
  /** Whether there may have been tokens that could not be read. */
  tokensLost: boolean;
}

/** Carries over whatever can be read of a broken store, table by table and row by row, as it is. */
export function carryOver(old: Connection, db: Connection): CarriedOver {
  const damaged = new Set<number>();
  let highest = Math.max(0, ...["", "INDEXED BY revision_by_sum"].map((index) => highestNumber(old, index)));
  const insert = prepareInsert(db);
  for (const row of readableRows<MeasuredRow>(old, "revision", measuredColumns, () => {})) {
    const { revision: number, isTooLarge: _, ...rest } = row;
    if (isNumber(number)) highest = Math.max(highest, number);
    const isIntact = faultOfRow(row) === undefined && !("damage" in toHistoryEntry(row));
    if (!isIntact || !attempt(() => insert.run({ ...rest, revision: number }))) damaged.add(number);
  }
  const lost = Object.entries(tables).filter(([table, columns]) => !copyRows(old, db, table, columns));
  return { highest, damaged, tokensLost: lost.some(([table]) => table === "token") };
}

/** The highest number in the table, or in an index of it, where the table cannot be read. */
function highestNumber(old: Connection, index: string): number {
  const found = attempt(() => old.prepare(`SELECT max(revision) FROM revision ${index}`).pluck().get());
  return isNumber(found) ? found : 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= maxRevisionNumber;
}

/** Whether all rows could be read, and are as we write them. */
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
