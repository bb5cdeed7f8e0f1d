import type { NoticeFeed, Revision } from "./store.ts";

/** How long after a failure the store is left alone, in ms: opening it again costs more than asking it. */
const retryAfter = 250;
/** How often the store is asked while nobody else asks, in ms. */
const idleInterval = 1000;

/** The notice in memory. */
export interface Board {
  /** The newest revision that could be read: fresh after every acknowledged change; never throws or waits. */
  current(): Revision;
  /** Whether the store answered last time, and how long ago it did, in seconds. */
  status(): { store: "up" | "down"; secondsSinceAnswer: number };
  close(): void;
}

/** What the board tells of; each is called once for each change, not once for each request. */
export interface BoardEvents {
  adopted?(revision: Revision): void;
  lost?(error: unknown): void;
  found?(): void;
}

/**
 * Follows a store; `fallback` is shown when the store cannot be read at the start.
 * @throws what the store throws when there is no fallback either
 */
export function createBoard(
  feed: NoticeFeed,
  fallback: Revision | undefined,
  events: BoardEvents = {},
): Board {
  let notice = fallback;
  let lost: { error: unknown; at: number } | undefined;
  let answered = performance.now();

  const ask = (): void => {
    const now = performance.now();
    if (lost && now - lost.at < retryAfter) return;
    try {
      const next = feed.poll();
      answered = now;
      if (lost) {
        lost = undefined;
        events.found?.();
      }
      if (next) {
        notice = next;
        events.adopted?.(next);
      }
    } catch (error) {
      if (!lost) events.lost?.(error);
      lost = { error, at: now };
    }
  };

  ask();
  if (!notice) throw lost?.error;
  const shown = (): Revision => notice as Revision;
  const timer = setInterval(ask, idleInterval).unref();

  return {
    current() {
      ask();
      return shown();
    },
    status() {
      ask();
      return {
        store: lost ? "down" : "up",
        secondsSinceAnswer: Math.round(performance.now() - answered) / 1000,
      };
    },
    close() {
      clearInterval(timer);
      feed.close();
    },
  };
}
