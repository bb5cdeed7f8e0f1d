/**
 * A clock in ms that never goes back: if the system's clock is set back, this one goes on, so that nothing expired
 * becomes valid again. Only differences of its times have a meaning.
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
