import { setTimeout as sleep } from "node:timers/promises";
import type { QueryResultRow } from "pg";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresHost } from "../../schema/settings/postgres-url.ts";
import { type Installation, readSecret } from "../../schema/settings/settings.ts";
import { type Deadline, deadlineIn, sooner } from "../deadline.ts";
import {
  brokenStore,
  isHeld,
  isLate,
  isRefusal,
  isTransient,
  isWithoutTable,
  missingStore,
  reasonOf,
  toStoreError,
  Unconfirmed,
} from "./fault.ts";
import { quoted, tables } from "./format.ts";
import { openSession, type Session } from "./session.ts";

/** The address and the password of the database that a store is in, and what people call this node. */
export type DatabaseLogin = Omit<NonNullable<Installation["postgres"]>, "state">;

/** How long things may take, in ms. */
interface Limits {
  connectMs: number;
  queryMs: number;
  /** How much time is left for everything; unlimited if absent. */
  timeLeftMs?: () => number;
}

interface Server {
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
}

/** The reason for a host that is not used now, but may be later. */
export const isStandby = "it is a standby, not the primary";

const describeServer = `SELECT pg_catalog.current_setting('server_encoding') AS encoding,
  pg_catalog.pg_is_in_recovery() AS is_standby, pg_catalog.current_setting('transaction_read_only') = 'on' AS is_read_only`;

/**
 * Connects to the first host that is a primary, takes writes and keeps texts in UTF-8.
 * @throws NoticeError STORE_UNREACHABLE with the reason of each host, SECRET_UNREADABLE, DATABASE_INVALID
 */
export async function connect(login: DatabaseLogin, limits: Limits): Promise<Session> {
  const { address } = login;
  const reasons: string[] = [];
  for (const host of address.hosts) {
    const found = await connectTo(host, login, limits);
    if (typeof found !== "string") return found;
    reasons.push(address.hosts.length === 1 ? found : `${host.host}: ${found}`);
  }
  throw new NoticeError("STORE_UNREACHABLE", {
    store: describeAddress(address),
    reason: reasons.join("; "),
  });
}

/**
 * Connects to one host, or says why it is not to be used.
 * @throws NoticeError SECRET_UNREADABLE, DATABASE_INVALID
 */
export async function connectTo(
  host: PostgresHost,
  login: DatabaseLogin,
  { connectMs, queryMs, timeLeftMs = () => Number.POSITIVE_INFINITY }: Limits,
): Promise<Session | string> {
  const { value = "", file } = login.password;
  const password = file === undefined ? value : readSecret("DATABASE_PASSWORD_FILE", file);
  const atMost = (ms: number): number => Math.min(ms, timeLeftMs());
  let session: Session | undefined;
  let reason: string | undefined;
  try {
    session = await openSession(host, login.address, () => password, atMost(connectMs));
    const { rows } = await session.query<Server & Record<string, unknown>>(
      describeServer,
      [],
      atMost(queryMs),
    );
    reason = unfit(rows[0]);
    if (!reason) return session;
  } catch (error) {
    reason = reasonOf(error);
  }
  session?.close();
  return reason;
}

function unfit(server: Server | undefined): string | undefined {
  if (!server) return "it does not speak PostgreSQL";
  if (server.encoding !== "UTF8")
    return `the database has the encoding ${server.encoding.slice(0, 20)}, and must have UTF8`;
  if (server.is_standby) return isStandby;
  return server.is_read_only ? "it is read-only" : undefined;
}

/** How long work on a whole history may take, in ms. */
export const historyTimeoutMs = 600_000;
/** How long a command waits for each host, in ms. */
export const hostLimits = { connectMs: 3000, queryMs: 3000 };
const firstRetryPauseMs = 20;
const maxRetryPauseMs = 500;

export interface AskDatabase {
  <R extends QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]>;
  session: Session;
  timeLeftMs(): number;
}

/** A command's connection, which is reopened if it was lost. */
export interface Link {
  /**
   * Does repeatable work, as often as it takes and as long as there is time.
   * @throws NoticeError STORE_…
   */
  use<T>(work: (ask: AskDatabase) => Promise<T>, timeoutMs?: number): Promise<T>;
  close(): void;
}

/** Makes a connection with a deadline for all its work; without a deadline, each use has the time of a command. */
export function createLink(login: DatabaseLogin, deadline?: Deadline): Link {
  let session: Session | undefined;
  let wasConnected = false;
  /** The work before, whose transaction must not mix with the next one. */
  let last: Promise<unknown> = Promise.resolve();

  const connected = async (timeLeftMs: () => number): Promise<Session> => {
    if (session?.isOver !== false) session = await connect(login, { ...hostLimits, timeLeftMs });
    wasConnected = true;
    return session;
  };
  const attempt = async <T>(work: (ask: AskDatabase) => Promise<T>, until: Deadline): Promise<T> => {
    const timeLeftMs = () => Math.max(until.timeLeftMs(), 1);
    const current = await connected(timeLeftMs);
    const ask = async <R extends QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]> =>
      (await current.query<R>(text, values, timeLeftMs())).rows;
    return work(Object.assign(ask, { session: current, timeLeftMs }));
  };
  /** A database that was there a moment ago may soon be back; one that never was is reported as away at once. */
  const isWorthAnother = (error: unknown): boolean =>
    isTransient(error) || (wasConnected && isNoticeError(error, "STORE_UNREACHABLE"));

  const repeat = async <T>(work: (ask: AskDatabase) => Promise<T>, timeoutMs?: number): Promise<T> => {
    const until = sooner(deadlineIn(timeoutMs), deadline);
    let unconfirmed: Unconfirmed | undefined;
    let held: unknown;
    for (let pauseMs = firstRetryPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxRetryPauseMs)) {
      try {
        return await attempt(work, until);
      } catch (error) {
        if (error instanceof Unconfirmed) unconfirmed = error;
        if (isHeld(error)) held = error;
        const isLast = !isWorthAnother(error) || until.timeLeftMs() <= pauseMs;
        // A conflict proves that somebody else was first, so our change was not made.
        const isCertain = unconfirmed === undefined || isNoticeError(error, "REVISION_CONFLICT");
        // Another lock held us up, and the last attempt was too short to be told so again.
        const reason = isLate(error) ? (held ?? error) : error;
        if (isLast) throw await explain(isCertain ? reason : unconfirmed, login, session);
      }
      // At random, so that writers that collided do not collide again.
      await sleep(pauseMs * Math.random());
    }
  };

  return {
    use(work, timeoutMs) {
      const turn = last.then(() => repeat(work, timeoutMs));
      last = turn.catch(() => {});
      return turn;
    },
    close: () => session?.close(),
  };
}

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

/** How long the database may take to say why, in ms. */
const whyLimits = { connectMs: 1000, queryMs: 1000 };

/** The tables of a schema, and whether somebody waits for a lock on one of them. */
const describeTables = `SELECT c.relname AS name, EXISTS (
    SELECT FROM pg_catalog.pg_locks AS l WHERE l.relation = c.oid AND NOT l.granted
      AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname = pg_catalog.current_database())
  ) AS is_awaited
  FROM pg_catalog.pg_class AS c WHERE c.relnamespace = pg_catalog.to_regnamespace($1) AND c.relname = ANY($2)`;

/** Turns any error into one of ours. If a table is missing, or no answer came, the database is asked why. */
export async function explain(error: unknown, login: DatabaseLogin, last?: Session): Promise<NoticeError> {
  const { address } = login;
  const fault = toStoreError(error, address);
  if (!isWithoutTable(error) && !isLate(error)) return fault;
  const session = last?.isOver === false ? last : await connect(login, whyLimits).catch(() => undefined);
  if (!session) return fault;
  try {
    const values = [quoted(address.schema), tables];
    const { rows } = await session.query<{ name: string; is_awaited: boolean }>(
      describeTables,
      values,
      whyLimits.queryMs,
    );
    const missing = tables.find((table) => !rows.some(({ name }) => name === table));
    if (rows.length === 0) return isLate(error) ? fault : missingStore(address);
    if (missing !== undefined) return brokenStore(address, `the table ${missing} is missing`);
    const isHeld = rows.some(({ is_awaited: isAwaited }) => isAwaited);
    return isHeld ? new NoticeError("STORE_BUSY", { file: describeAddress(address) }) : fault;
  } catch {
    return fault;
  } finally {
    if (session !== last) session.close();
  }
}
