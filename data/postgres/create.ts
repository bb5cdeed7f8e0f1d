import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import type { FirstRevision } from "../store.ts";
import type { Deadline } from "../time/deadline.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { brokenStore } from "./connection/fault.ts";
import { type AskDatabase, createLink } from "./connection/link.ts";
import { limitLockWaits, transact } from "./connection/transaction.ts";
import { createTables, quoted, tables } from "./format.ts";
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
        if (await hasTables(ask, login.address)) {
          // An earlier attempt of ours may have made it, and its answer was lost.
          const isOurs = isTried && (await queries.byRequest(ask, first.requestId)) !== undefined;
          if (isOurs) await queries.touchLog(ask);
          return isOurs;
        }
        await createSchema(ask, schema);
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

/** Whether there is a store in the schema. @throws NoticeError STORE_CORRUPT if there is only a part of one */
export async function hasTables(ask: AskDatabase, address: PostgresAddress): Promise<boolean> {
  const found = await ask<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relname = ANY($2)",
    quoted(address.schema),
    tables,
  );
  if (found.some(({ relname }) => relname === "store")) await identify(ask, address);
  else if (found.length > 0) throw brokenStore(address, "the table store is missing");
  return found.length > 0;
}

/** Creates the tables, and the schema unless it exists: a role may not be allowed to create schemas. */
export async function createSchema(ask: AskDatabase, schema: string): Promise<void> {
  const [found] = await ask<{ exists: boolean }>(
    "SELECT to_regnamespace($1) IS NOT NULL AS exists",
    quoted(schema),
  );
  const creation = found?.exists ? "" : `CREATE SCHEMA ${quoted(schema)};`;
  await ask.session.run(creation + createTables(schema), ask.timeLeftMs());
}
