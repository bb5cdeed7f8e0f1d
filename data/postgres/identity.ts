import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { missingStore } from "./connection/fault.ts";
import type { AskDatabase } from "./connection/link.ts";
import { assertFormat } from "./format.ts";
import { queriesOn } from "./queries.ts";

/**
 * Which store this is, by its id.
 * @throws NoticeError STORE_MISSING, STORE_FOREIGN, STORE_NEWER, or what the database says of tables that are not there
 */
export async function identify(ask: AskDatabase, address: PostgresAddress): Promise<string> {
  const store = await queriesOn(address.schema).store(ask);
  if (!store) throw missingStore(address);
  assertFormat(store.format, address);
  return store.id;
}
