import { NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress } from "../../schema/settings/postgres-url.ts";
import { fillWithRows, writeBackup } from "../backup/write.ts";
import type { WholeRow } from "../stored-row.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { type AskDatabase, createLink, historyTimeoutMs } from "./connection/link.ts";
import { identify } from "./identity.ts";
import { queriesOn, rowsPerReply } from "./queries.ts";

/**
 * Backs a store up into a new file, as it is at one moment.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 */
export async function backUp(
  login: DatabaseLogin,
  target: string,
): Promise<{ number: number; bytes: number }> {
  const { schema } = login.address;
  const link = createLink(login);
  const write = async (ask: AskDatabase) => {
    await identify(ask, login.address);
    const latest = await queriesOn(schema).latestNumber(ask);
    if (latest === undefined)
      throw new NoticeError("STORE_MISSING", { file: describeAddress(login.address), isDatabase: true });
    return writeBackup(target, (file) => fillWithRows(file, rowsOf(ask, schema, latest)));
  };
  return link.use(write, historyTimeoutMs).finally(link.close);
}

/** Rows appended meanwhile have higher numbers, and nothing else ever changes: so these are of one moment. */
async function* rowsOf(ask: AskDatabase, schema: string, latest: number): AsyncIterable<WholeRow> {
  const { wholeRows } = queriesOn(schema);
  for (let after = 0; after < latest; ) {
    const rows = await wholeRows(ask, after, latest, rowsPerReply);
    after = rows.at(-1)?.revision ?? latest;
    yield* rows;
  }
}
