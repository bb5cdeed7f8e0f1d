/** The shortest and the longest wait before a process that died is replaced, in ms; it doubles each time. */
const firstRestartDelayMs = 500;
const maxRestartDelayMs = 30_000;
/** How long a process must live before the next wait is the shortest again, in ms: longer than any wait. */
const steadyMs = 60_000;

/** How long to wait before a process is replaced, in ms, given the wait before that and how long it has lived. */
export function nextWaitMs(lastMs: number, livedMs: number): number {
  return lastMs === 0 || livedMs >= steadyMs ? firstRestartDelayMs : Math.min(2 * lastMs, maxRestartDelayMs);
}
