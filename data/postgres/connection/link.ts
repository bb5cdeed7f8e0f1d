import { setTimeout as sleep } from "node:timers/promises";
import type { QueryResultRow } from "pg";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { type Deadline, deadlineIn, sooner } from "../../time/deadline.ts";
import { connect, type DatabaseLogin } from "./connect.ts";
import { explain } from "./explain.ts";
import { isHeld, isLate, isTransient, Unconfirmed } from "./fault.ts";
import type { Session } from "./session.ts";

/** How long work on a whole history may take, in ms. */
export const historyTimeoutMs = 600_000;
/** How long a command waits for each host, in ms. */
export const hostLimits = { connectMs: 3000, queryMs: 3000 };
const firstRetryPauseMs = 20;
const maxRetryPauseMs = 500;

/** Asks the database within the time that is left. */
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
