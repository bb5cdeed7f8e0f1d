import { setTimeout as sleep } from "node:timers/promises";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { type Deadline, deadlineIn, sooner } from "../time/deadline.ts";

/** How long a change waits for another process's transaction, in ms. */
const lockTimeoutMs = 5000;
const firstLockPauseMs = 2;
const maxLockPauseMs = 50;

/**
 * Repeats work that fails with STORE_BUSY because another process has locked the store, as long as there is time. It
 * waits by a timer: SQLite's own waiting would block everything else in this process.
 * @throws what the work throws
 */
export async function whenFree<T>(deadline: Deadline | undefined, work: () => T | Promise<T>): Promise<T> {
  const until = sooner(deadlineIn(lockTimeoutMs), deadline);
  for (let pauseMs = firstLockPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxLockPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isNoticeError(error, "STORE_BUSY") || until.timeLeftMs() === 0) throw error;
    }
    // At random, so that writers that wait for the same lock do not collide again.
    await sleep(Math.min(pauseMs * Math.random(), until.timeLeftMs()));
  }
}
