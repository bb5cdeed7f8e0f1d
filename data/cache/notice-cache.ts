import { NoticeError } from "../../schema/errors/notice-error.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { type Clock, lookIntervalMs, systemClock } from "../clock.ts";
import type { NoticeWatcher, Revision } from "../store.ts";

/** The notice in memory. */
export interface NoticeCache {
  /** The latest revision that could be read: fresh after every acknowledged change; never throws or waits. */
  current(): Revision;
  /** Whether the store answered last time, and how long ago it did. */
  status(): { store: "up" | "down"; secondsSinceStoreAnswered: number };
  /** Lets go of the store; resolves when what is being written has been. */
  close(): Promise<void>;
}

/** What the cache tells of, once for each change and not once for each request. Listeners must not throw. */
export interface CacheEvents {
  adopted?(revision: Revision): void;
  lost?(error: unknown): void;
  found?(): void;
}

/**
 * Keeps the latest revision that a watcher gives. `fallback` is shown while the store has never been read.
 * @throws what the watcher throws when there is no fallback either
 */
export function createNoticeCache(
  watcher: NoticeWatcher,
  fallback: Revision | undefined,
  events: CacheEvents = {},
  clock: Pick<Clock, "now"> = systemClock,
): NoticeCache {
  let latest = fallback ?? first(watcher);
  let isLost = false;
  let behind: NoticeError | undefined;
  let answeredAt = clock.now();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = (): void => {
    // Read before the look: what is committed while it lasts may be missed, and is looked for again in time.
    const now = clock.now();
    if (now - lookedAt < lookIntervalMs) return;
    lookedAt = now;
    try {
      adopt(watcher.poll());
      if (behind) throw behind;
      answeredAt = now;
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
    const { number: current } = next;
    const { number: known } = latest;
    behind = current < known ? new NoticeError("STORE_BEHIND", { current, known }) : undefined;
    // What a commit did not change is rendered and kept already.
    if (behind || isSame(next, latest)) return;
    latest = next;
    events.adopted?.(next);
  };

  if (!fallback) events.adopted?.(latest);
  look();

  return {
    current() {
      look();
      return latest;
    },
    status() {
      look();
      return {
        store: isLost ? "down" : "up",
        secondsSinceStoreAnswered: Math.round(clock.now() - answeredAt) / 1000,
      };
    },
    close: async () => watcher.close(),
  };
}

/** The same number and the same text: what else a commit did is of no concern to visitors. */
function isSame(one: Revision, other: Revision): boolean {
  return one.number === other.number && serialize(one.notice) === serialize(other.notice);
}

function first(watcher: NoticeWatcher): Revision {
  const revision = watcher.poll();
  if (!revision) throw new Error("A watcher gives the latest revision when it is asked for the first time.");
  return revision;
}
