import { setTimeout } from "node:timers/promises";

/** The clock that times store polls and acknowledgements, the same for every process on a machine. */
export interface Clock {
  /** Milliseconds since a fixed moment, as precise as the system allows. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: (ms) => setTimeout(ms) };

/** The shortest time between two polls of the store, in ms: every visitor would wait for each. */
export const storeLookIntervalMs = 1;

/** The least time between a commit and its acknowledgement, in ms: by then, every cache polls again. */
const acknowledgeDelayMs = 2;

/**
 * Waits until every cache on this machine polls the store before its next answer. `committedAt` is a time on the clock
 * at or after the commit; time since then counts.
 */
export async function untilSeen(committedAt: number, clock: Clock): Promise<void> {
  const due = committedAt + acknowledgeDelayMs;
  // A timer may fire a fraction of a millisecond early.
  for (let left = due - clock.now(); left > 0; left = due - clock.now()) await clock.sleep(left);
}
