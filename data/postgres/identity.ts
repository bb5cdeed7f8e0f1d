import { NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../schema/settings/postgres-url.ts";
import type { AskDatabase } from "./connection/link.ts";
import { assertFormat } from "./format.ts";
import { queriesOn } from "./queries.ts";

/**
 * Which store this is, by its id.
 * @throws NoticeError STORE_MISSING, STORE_FOREIGN, STORE_NEWER, or what the database says of tables that are not there
 */
export async function identify(ask: AskDatabase, address: PostgresAddress): Promise<string> {
  const store = await queriesOn(address.schema).store(ask);
  if (!store) throw new NoticeError("STORE_MISSING", { file: describeAddress(address), isDatabase: true });
  assertFormat(store.format, address);
  return store.id;
}
