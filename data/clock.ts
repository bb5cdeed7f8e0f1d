import { setTimeout } from "node:timers/promises";

/** Time as looks at the store and acknowledgements are told by: the same for every process of a machine. */
export interface Clock {
  /** Milliseconds from a moment that never changes, as exact as can be had. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: (ms) => setTimeout(ms) };

/** The store is looked at this often at the most, in ms: each look costs microseconds, which every visitor would pay. */
export const lookIntervalMs = 1;

/** Nothing is acknowledged before this has passed since its commit, in ms: by then every cache looks again. */
export const acknowledgeDelayMs = 2;

/**
 * Waits until every cache on this machine looks at the store again before it answers. `committedAt` is a time of the
 * clock at or after the commit; work that was done since then counts.
 */
export async function untilSeen(committedAt: number, clock: Clock): Promise<void> {
  const due = committedAt + acknowledgeDelayMs;
  // A timer may come early by a part of a millisecond.
  for (let left = due - clock.now(); left > 0; left = due - clock.now()) await clock.sleep(left);
}
