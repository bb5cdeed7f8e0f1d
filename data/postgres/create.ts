import type { FirstRevision } from "../store.ts";
import type { Deadline } from "../time/deadline.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { type AskDatabase, createLink } from "./connection/link.ts";
import { limitLockWaits, transact } from "./connection/transaction.ts";
import { createTables, quoted } from "./format.ts";
import { queriesOn } from "./queries.ts";

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
        if (await hasTables(ask, schema)) {
          // An earlier attempt of ours may have made it, and its answer was lost.
          const isOurs = isTried && (await queries.byRequest(ask, first.requestId)) !== undefined;
          if (isOurs) await queries.touchLog(ask);
          return isOurs;
        }
        await createSchema(ask, schema);
        await ask.session.run(createTables(schema), ask.timeLeftMs());
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

/** Whether there is a store in the schema. */
export async function hasTables(ask: AskDatabase, schema: string): Promise<boolean> {
  const rows = await ask(
    "SELECT FROM pg_class WHERE relname = 'store' AND relnamespace = to_regnamespace($1)",
    quoted(schema),
  );
  return rows.length > 0;
}

/** Creates the schema unless it exists: a role may have the right to create tables in it, but not to create it. */
export async function createSchema(ask: AskDatabase, schema: string): Promise<void> {
  const [found] = await ask<{ exists: boolean }>(
    "SELECT to_regnamespace($1) IS NOT NULL AS exists",
    quoted(schema),
  );
  if (!found?.exists) await ask.session.run(`CREATE SCHEMA ${quoted(schema)}`, ask.timeLeftMs());
}
