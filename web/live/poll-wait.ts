/** How often a page polls at most that is hidden, or has said that the app is back, in seconds. */
const idleSeconds = 60;
/** The longest wait between two polls, in ms, however often they have failed. */
const maxPollWaitMs = 60_000;
/** How far a poll may come before or after its time, so that pages do not all poll at once. */
const pollJitter = 0.2;

/** How long to wait for the next poll, in ms, after so many failures in a row. */
export function pollWaitMs(pollSeconds: number, failures: number, isIdle: boolean): number {
  const seconds = isIdle ? Math.max(idleSeconds, pollSeconds) : pollSeconds;
  const wait = seconds * 1000 * (1 - pollJitter + 2 * pollJitter * Math.random());
  return Math.min(wait * 2 ** failures, Math.max(maxPollWaitMs, wait));
}
