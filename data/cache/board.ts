import { NoticeError } from "../../schema/errors/errors.ts";
import type { NoticeFeed, Revision } from "../store.ts";

/** How often the store is asked while nobody else asks, in ms. */
const idleInterval = 1000;

/** The notice in memory. */
export interface Board {
  /** The newest revision that could be read: fresh after every acknowledged change; never throws or waits. */
  current(): Revision;
  /** Whether the store answered last time, and how long ago it did. */
  status(): { store: "up" | "down"; secondsSinceStoreAnswered: number };
  close(): void;
}

/** What the board tells of, once for each change and not once for each request. Listeners must not throw. */
export interface BoardEvents {
  adopted?(revision: Revision): void;
  lost?(error: unknown): void;
  found?(): void;
}

/**
 * Follows a store; `fallback` is shown while the store has never been read.
 * @throws what the feed throws when there is no fallback either
 */
export function createBoard(
  feed: NoticeFeed,
  fallback: Revision | undefined,
  events: BoardEvents = {},
): Board {
  let notice = fallback ?? first(feed);
  let isLost = false;
  let behind: NoticeError | undefined;
  let answeredAt = performance.now();

  const ask = (): void => {
    try {
      adopt(feed.poll());
      if (behind) throw behind;
      answeredAt = performance.now();
      if (isLost) events.found?.();
      isLost = false;
    } catch (error) {
      if (!isLost) events.lost?.(error);
      isLost = true;
    }
  };
  const adopt = (next: Revision | undefined): void => {
    if (!next) return;
    // A store that went back has lost what visitors have seen already.
    const { revision: known } = notice;
    behind =
      next.revision < known ? new NoticeError("STORE_BEHIND", { current: next.revision, known }) : undefined;
    if (behind) return;
    notice = next;
    events.adopted?.(next);
  };

  if (!fallback) events.adopted?.(notice);
  ask();
  const timer = setInterval(ask, idleInterval).unref();

  return {
    current() {
      ask();
      return notice;
    },
    status() {
      ask();
      return {
        store: isLost ? "down" : "up",
        secondsSinceStoreAnswered: Math.round(performance.now() - answeredAt) / 1000,
      };
    },
    close() {
      clearInterval(timer);
      feed.close();
    },
  };
}

function first(feed: NoticeFeed): Revision {
  const revision = feed.poll();
  if (!revision) throw new Error("A feed gives the newest revision when it is asked for the first time.");
  return revision;
}
