import type { Connection } from "../sqlite-file/driver.ts";
import type { Deadline } from "../time/deadline.ts";
import type { UsageStore } from "../usage/usage-store.ts";
import { withinLimit } from "../usage/within-limit.ts";
import { transactionsOn } from "./transactions.ts";

// The day to count for. If the clock was set back, a later day within a week goes on. A day further ahead came from a
// wrong clock, and is ignored. No row is reused, so a corrected clock finds its day.
const day = `
  (SELECT coalesce(max(day), date('now')) FROM usage WHERE day BETWEEN date('now') AND date('now', '+6 days'))`;
const reserve = `
  INSERT INTO usage (day, count) SELECT ${day}, 1 WHERE :limit > 0
  ON CONFLICT (day) DO UPDATE SET count = count + 1 WHERE count < :limit
  RETURNING count`;
const standing = `SELECT count FROM usage WHERE day = ${day}`;

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
  return db.prepare<[], number>(standing).pluck().get() ?? 0;
}
