/**
 * What time it is, in ms, by a clock that never goes back: when the system's is set back, this one goes on from where it
 * was, so that what has ended stays ended. Only differences of its times mean something.
 */
export function createForwardClock(now: () => Date): () => number {
  let last = now().getTime();
  let setBackMs = 0;
  return () => {
    const time = now().getTime();
    setBackMs += Math.max(last - time, 0);
    last = time;
    return time + setBackMs;
  };
}
