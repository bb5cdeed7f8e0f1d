/** Does work in its turn; rejects with the signal's reason if that comes before its turn. */
type InTurn = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Lets at most `most` at once do their work, in the order in which they came. */
export function createTurns(most: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      waiting.push(begin);
      signal.addEventListener("abort", leave, { once: true });
    });

  return async (signal, work) => {
    signal.throwIfAborted();
    if (running < most) running += 1;
    else await turn(signal);
    try {
      return await work();
    } finally {
      // Who is next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
