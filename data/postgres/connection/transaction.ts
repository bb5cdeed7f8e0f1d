import { isRefusal, Unconfirmed } from "./fault.ts";
import type { AskDatabase } from "./link.ts";

/** How long a writer that stalls may hold up the others, in ms. */
const idleInTransactionMs = 5000;
const rollbackTimeoutMs = 1000;
/** How long each attempt waits to lock a whole table, in ms. Reads of the nodes queue behind it. */
const maxLockWaitMs = 500;

// These settings override those of the role. A commit waits at least for the disk, and for a standby if the database's
// owner wants that: "remote_apply" is not lowered.
const begin = ({
  timeLeftMs,
}: AskDatabase): string => `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL search_path = pg_catalog, pg_temp;
  SET LOCAL standard_conforming_strings = on; SET LOCAL client_min_messages = warning;
  SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs};
  SET LOCAL lock_timeout = ${lockWait(timeLeftMs())};
  SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`;

/**
 * Does work in one transaction that is as durable as the database can make it. Rejects with Unconfirmed if it is
 * unknown whether it was committed. If the database stops waiting for its standby, it only warns.
 */
export async function transact<T>(ask: AskDatabase, work: () => Promise<T>, end = commit): Promise<T> {
  const { session, timeLeftMs } = ask;
  try {
    await session.run(begin(ask), timeLeftMs());
    const result = await work();
    await end(ask);
    return result;
  } catch (error) {
    await rollBack(ask);
    throw error;
  }
}

/** Does work in the same kind of transaction, and rolls it back. */
export const rehearse = <T>(ask: AskDatabase, work: () => Promise<T>): Promise<T> =>
  transact(ask, work, rollBack);

/** Most of the time: the database must give up before we do. Otherwise nobody would know that a lock was held. */
const lockWait = (timeLeftMs: number): number => Math.ceil(0.9 * timeLeftMs);

/** Limits how long the rest of a transaction waits for each lock. After that, another attempt follows. */
export function limitLockWaits({ session, timeLeftMs }: AskDatabase): Promise<void> {
  const ms = Math.min(maxLockWaitMs, lockWait(timeLeftMs()));
  return session.run(`SET LOCAL lock_timeout = ${ms}`, timeLeftMs());
}

async function commit({ session, timeLeftMs }: AskDatabase): Promise<void> {
  let command: string;
  try {
    ({ command } = await session.query("COMMIT", [], timeLeftMs()));
  } catch (cause) {
    throw isRefusal(cause) ? cause : new Unconfirmed(undefined, { cause });
  }
  if (command !== "COMMIT" || session.wasWarned) throw new Unconfirmed();
}

async function rollBack({ session, timeLeftMs }: AskDatabase): Promise<void> {
  if (session.isOver) return;
  // A session that cannot roll back is closed.
  await session.run("ROLLBACK", Math.min(rollbackTimeoutMs, timeLeftMs())).catch(() => session.close());
}
