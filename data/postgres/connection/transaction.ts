import { isDiskFull, Unconfirmed } from "./fault.ts";
import type { Ask } from "./link.ts";
import { Lost } from "./session.ts";

/** How long a writer that stops in the middle may hold up the others, in ms. */
const idleTimeoutMs = 5000;
const rollbackTimeoutMs = 1000;
/** How long whoever needs a table for itself waits for it at a time, in ms; less than a node waits for its read behind it. */
const maxLockWaitMs = 500;

// Names, texts and warnings are as we mean them, whatever the role says of its sessions. What waits for a standby as the
// owner of the database wants it, and for the disk at least. "remote_apply" is more.
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL search_path = pg_catalog, pg_temp;
  SET LOCAL standard_conforming_strings = on; SET LOCAL client_min_messages = warning;
  SET LOCAL idle_in_transaction_session_timeout = ${idleTimeoutMs};
  SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`;

/**
 * Does work in one transaction that is as durable as the database can make it. Rejects with Unconfirmed if nobody knows
 * whether it is, as when the database gave up waiting for its standby, which it says in no more than a warning.
 */
export async function transact<T>(ask: Ask, work: () => Promise<T>): Promise<T> {
  const { session, timeLeftMs } = ask;
  try {
    await session.run(begin, timeLeftMs());
    const result = await work();
    await commit(ask);
    return result;
  } catch (error) {
    await rollBack(ask);
    throw error;
  }
}

/** Does work in a transaction of the same kind, and takes it back. */
export async function rehearse(ask: Ask, work: () => Promise<unknown>): Promise<void> {
  const { session, timeLeftMs } = ask;
  try {
    await session.run(begin, timeLeftMs());
    await work();
  } finally {
    await rollBack(ask);
  }
}

/**
 * Has the rest of a transaction wait for no lock longer than nodes can wait behind it, even if its connection is gone
 * meanwhile; the database then refuses, and another attempt follows.
 */
export function limitLockWaits({ session, timeLeftMs }: Ask): Promise<void> {
  // It is the database that has to give up first: nobody would know otherwise what came of it.
  const ms = Math.ceil(Math.min(maxLockWaitMs, timeLeftMs() / 2));
  return session.run(`SET LOCAL lock_timeout = ${ms}`, timeLeftMs());
}

async function commit({ session, timeLeftMs }: Ask): Promise<void> {
  let command: string;
  try {
    ({ command } = await session.query("COMMIT", [], timeLeftMs()));
  } catch (cause) {
    throw cause instanceof Lost || isDiskFull(cause) ? new Unconfirmed(undefined, { cause }) : cause;
  }
  if (command !== "COMMIT" || session.wasWarned) throw new Unconfirmed();
}

async function rollBack({ session, timeLeftMs }: Ask): Promise<void> {
  if (session.isOver) return;
  // A session that cannot even do that is over.
  await session.run("ROLLBACK", Math.min(rollbackTimeoutMs, timeLeftMs())).catch(() => session.close());
}
