import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Deadline } from "../../time/deadline.ts";
import type { UsageStore } from "../../usage/usage-store.ts";
import { withinLimit } from "../../usage/within-limit.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import type { AskDatabase } from "../connection/link.ts";
import { createLinks } from "../connection/links.ts";
import { transact } from "../connection/transaction.ts";
import { quoted } from "../format.ts";
import { identify } from "../queries.ts";

const today = "(pg_catalog.now() AT TIME ZONE 'UTC')::pg_catalog.date";

/**
 * Opens the counter of an existing store in a PostgreSQL database.
 * @throws NoticeError STORE_…
 */
export async function openPostgresUsage(login: DatabaseLogin, deadline?: Deadline): Promise<UsageStore> {
  const usage = `${quoted(login.address.schema)}.usage`;
  const links = createLinks(login, deadline);
  await links.use((ask) => identify(ask, login.address));
  // The day to count for. If the clock was set back, a later day within a week goes on. A day further ahead came from a
  // wrong clock, and is ignored. No row is reused: a corrected clock finds its day, and no role needs the right to
  // delete.
  const day = `(SELECT coalesce(max(day), ${today}) FROM ${usage} WHERE day BETWEEN ${today} AND ${today} + 6)`;
  const reserve = `INSERT INTO ${usage} AS kept (day, count) SELECT ${day}, 1 WHERE $1::integer > 0
    ON CONFLICT (day) DO UPDATE SET count = kept.count + 1 WHERE kept.count < $1::integer
    RETURNING count`;
  const countToday = async (ask: AskDatabase): Promise<number> =>
    (await ask<{ count: number }>(`SELECT count FROM ${usage} WHERE day = ${day}`))[0]?.count ?? 0;

  return {
    async reserveUse(limit) {
      try {
        return await links.use((ask) =>
          transact(ask, async () => {
            const [reserved] = await ask<{ count: number }>(reserve, limit);
            return withinLimit(limit, reserved?.count, reserved ? 0 : await countToday(ask));
          }),
        );
      } catch (cause) {
        if (!isNoticeError(cause, "STORE_UNCONFIRMED")) throw cause;
        // Whether it was counted makes no difference, as nothing is sent.
        throw new NoticeError("STORE_LATE", {}, { cause });
      }
    },
    usesToday: () => links.use(countToday),
    close: async () => links.close(),
  };
}
