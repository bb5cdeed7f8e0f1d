import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import type { Deadline } from "../deadline.ts";
import type { FirstRevision } from "../store.ts";
import { type AskDatabase, createLink, type DatabaseLogin, limitLockWaits, transact } from "./connect.ts";
import { createTables, quoted } from "./format.ts";
import { identify, queriesOn } from "./queries.ts";

/** The key of the lock for creating a store: "BkSn". */
const lock = 0x426b536e;

/**
 * Creates the schema, the tables and the first revision of a store, unless there is one.
 * @throws NoticeError NOTICE_INVALID, STORE_…
 */
export async function createPostgresStore(
  login: DatabaseLogin,
  first: FirstRevision,
  deadline?: Deadline,
): Promise<boolean> {
  const { schema } = login.address;
  const queries = queriesOn(schema);
  const link = createLink(login, deadline);
  let isTried = false;
  try {
    return await link.use((ask) =>
      transact(ask, async () => {
        await lockCreation(ask, schema);
        if (!(await makeTables(ask, login.address))) {
          // An earlier attempt of ours may have made it, and its answer was lost.
          const isOurs = isTried && (await queries.byRequest(ask, first.requestId)) !== undefined;
          if (isOurs) await queries.touchLog(ask);
          return isOurs;
        }
        await queries.insert(ask, first, first.number);
        isTried = true;
        return true;
      }),
    );
  } finally {
    link.close();
  }
}

/** Takes the lock, so that only one process at a time looks for a store and creates it. Limits all waits for locks. */
export async function lockCreation(ask: AskDatabase, schema: string): Promise<void> {
  await limitLockWaits(ask);
  await ask("SELECT pg_advisory_xact_lock($1, hashtext($2))", lock, schema);
}

/**
 * Makes the tables of a store unless there is one, and the schema unless it exists: a role may not be allowed to create
 * schemas. Returns whether it did.
 * @throws NoticeError STORE_…
 */
export async function makeTables(ask: AskDatabase, address: PostgresAddress): Promise<boolean> {
  const schema = quoted(address.schema);
  const [found] = await ask<{ has_schema: boolean; has_store: boolean }>(
    "SELECT to_regnamespace($1) IS NOT NULL AS has_schema, to_regclass($2) IS NOT NULL AS has_store",
    schema,
    `${schema}.store`,
  );
  const creation = found?.has_schema ? "" : `CREATE SCHEMA ${schema};`;
  if (!found?.has_store) await ask.session.run(creation + createTables(address.schema), ask.timeLeftMs());
  await identify(ask, address);
  return !found?.has_store;
}
