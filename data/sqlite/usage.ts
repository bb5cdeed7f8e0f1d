import type { Connection } from "../sqlite-file/driver.ts";
import type { Deadline } from "../time/deadline.ts";
import type { UsageStore } from "../usage/usage-store.ts";
import { withinLimit } from "../usage/within-limit.ts";
import { transactionsOn } from "./transactions.ts";

// Each weekday has a row, which its next one takes over: a clock that goes back finds what it had counted, and nothing
// grows.
const reserve = `
  INSERT INTO usage (weekday, day, count)
  SELECT strftime('%w', now), now, 1 FROM (SELECT date('now') AS now) WHERE :limit > 0
  ON CONFLICT (weekday) DO UPDATE SET day = excluded.day, count = iif(day = excluded.day, count + 1, 1)
  WHERE day <> excluded.day OR count < :limit
  RETURNING count`;

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
  return db.prepare<[], number>("SELECT count FROM usage WHERE day = date('now')").pluck().get() ?? 0;
}
