/** How many proposals the model is asked for at once, by a page and by the editor. */
export const mostProposalsAtOnce = 3;

/** Makes a function that does pieces of work, so many of them at once; the others wait for their turns. */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Who is next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
