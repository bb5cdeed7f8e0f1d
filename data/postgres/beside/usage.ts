import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Deadline } from "../../time/deadline.ts";
import { type UsageStore, withinLimit } from "../../usage-store.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import type { AskDatabase } from "../connection/link.ts";
import { transact } from "../connection/transaction.ts";
import { quoted } from "../format.ts";
import { openLink } from "../queries.ts";

const today = "(pg_catalog.now() AT TIME ZONE 'UTC')::pg_catalog.date";

/**
 * Opens the counter of an existing store in a PostgreSQL database.
 * @throws NoticeError STORE_…
 */
export async function openPostgresUsage(login: DatabaseLogin, deadline?: Deadline): Promise<UsageStore> {
  const usage = `${quoted(login.address.schema)}.usage`;
  const { link } = await openLink(login, deadline);
  const reserve = `INSERT INTO ${usage} AS kept (day, count) SELECT ${today}, 1 WHERE $1::integer > 0
    ON CONFLICT (day) DO UPDATE SET count = kept.count + 1 WHERE kept.count < $1::integer
    RETURNING count`;
  const countToday = async (ask: AskDatabase): Promise<number> =>
    (await ask<{ count: number }>(`SELECT count FROM ${usage} WHERE day = ${today}`))[0]?.count ?? 0;

  return {
    async reserveUse(limit) {
      try {
        return await link.use((ask) =>
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
    usesToday: () => link.use(countToday),
    close: async () => link.close(),
  };
}
