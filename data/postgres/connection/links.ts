import type { PostgresPlace } from "./connect.ts";
import { createLink, type Link } from "./link.ts";

/** How many connections there are at most: the database has few, and its nodes need theirs. */
const maxLinks = 4;

/** A few connections that many callers share; each has one for itself while it works, and waits for it if need be. */
export interface Links extends Pick<Link, "use"> {
  close(): void;
}

export function createLinks(place: PostgresPlace): Links {
  const idle: Link[] = [];
  const waiting: (() => void)[] = [];
  let count = 0;
  let isClosed = false;

  const take = async (): Promise<Link> => {
    if (count === maxLinks) await new Promise<void>((resolve) => waiting.push(resolve));
    else count += 1;
    return idle.pop() ?? createLink(place);
  };
  const giveBack = (link: Link, isUsable: boolean): void => {
    // One that failed is made anew, so that a database that is away is known to be so at once.
    if (isUsable && !isClosed) idle.push(link);
    else link.close();
    const next = waiting.shift();
    if (next) next();
    else count -= 1;
  };
  return {
    async use(work, timeoutMs) {
      const link = await take();
      let isUsable = false;
      try {
        const result = await link.use(work, timeoutMs);
        isUsable = true;
        return result;
      } finally {
        giveBack(link, isUsable);
      }
    },
    close() {
      isClosed = true;
      for (const link of idle.splice(0)) link.close();
    },
  };
}
