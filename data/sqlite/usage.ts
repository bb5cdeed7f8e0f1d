import type { Connection } from "../sqlite-file/format.ts";
import type { Deadline } from "../time/deadline.ts";
import { type UsageStore, withinLimit } from "../usage-store.ts";
import { transactionsOn } from "./lock.ts";

const reserve = `
  INSERT INTO usage (day, count) SELECT date('now'), 1 WHERE :limit > 0
  ON CONFLICT (day) DO UPDATE SET count = count + 1 WHERE count < :limit
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
