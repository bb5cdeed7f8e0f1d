/** How many proposals a page, and the editor, request at once. */
export const mostProposalsAtOnce = 3;

/** Returns a function that runs pieces of work, at most `most` at once. The others wait in a queue. */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in the queue takes this place.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
