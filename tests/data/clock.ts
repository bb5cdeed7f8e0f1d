import type { Clock } from "../../data/time/clock.ts";

/** A clock that stands still unless somebody sleeps or it is told to go on. */
export interface TestClock extends Clock {
  pass(ms: number): void;
}

export function createTestClock(): TestClock {
  let now = 1000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms) => pass(ms), pass };
}
