import { NoticeError } from "../../schema/errors/notice-error.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { isShared, type Latest, type NoticeWatcher, type Revision } from "../store.ts";
import { type Clock, storeLookIntervalMs, systemClock } from "../time/clock.ts";

/** The notice in memory. */
export interface NoticeCache {
  /** The latest revision that could be read, including every acknowledged change; never throws or waits. */
  current(): Revision;
  /** Whether the store answered when last asked, and how long ago it last did. */
  status(): CacheStatus;
  /** Closes the store, and resolves when everything is written. */
  close(): Promise<void>;
}

interface CacheStatus {
  store: "up" | "down";
  /** Why a readable store counts as down: it has lost revisions that visitors have seen. */
  reason?: "behind";
  secondsSinceStoreAnswered: number;
}

/** What the cache reports, once per change rather than once per request. Listeners must not throw. */
export interface CacheEvents {
  adopted?(revision: Revision): void;
  lost?(error: unknown): void;
  /** The store can be read, but has lost revisions that visitors have seen; reported once until it is up again. */
  behind?(error: unknown): void;
  found?(): void;
}

/**
 * Keeps the latest revision that a watcher returns. `fallback` is shown until the store has been read once.
 * @throws what the watcher throws, if there is no fallback
 */
export function createNoticeCache(
  watcher: NoticeWatcher,
  fallback: Revision | undefined,
  events: CacheEvents = {},
  clock: Pick<Clock, "now"> = systemClock,
): NoticeCache {
  const begun: Latest = fallback ?? first(watcher);
  let latest: Revision = begun;
  /** Whether the store has given a revision: over a network, the first read may take a moment. */
  let hasAnswered = !fallback;
  let isLost = false;
  let isToldLost = false;
  /** The latest number in the store, as far as it is known. */
  let offered = begun.number;
  let behind = findBehind(begun, 0);
  let isBehind = false;
  let isToldBehind = false;
  let answeredAt = clock.now();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = (): void => {
    // Taken before the poll: if a commit during the poll is missed, the next poll still comes in time.
    const now = clock.now();
    if (now - lookedAt < storeLookIntervalMs) return;
    lookedAt = now;
    try {
      const next = watcher.poll();
      adopt(next);
      hasAnswered ||= next !== undefined;
      if (!hasAnswered) return;
      answeredAt = now;
      if (behind) throw behind;
      if (isLost) events.found?.();
      [isLost, isToldLost, isBehind, isToldBehind] = [false, false, false, false];
    } catch (error) {
      isLost = true;
      isBehind = error === behind;
      // A store that is behind is not lost if visitors see what it has.
      const isShown = isBehind && offered === latest.number;
      if (!isToldLost && !isShown) events.lost?.(error);
      isToldLost ||= !isShown;
      if (isBehind && !isToldBehind) events.behind?.(error);
      isToldBehind ||= isBehind;
    }
  };
  const adopt = (next: Latest | undefined): void => {
    if (!next) return;
    offered = next.number;
    // A store that has gone back has lost revisions that visitors have already seen.
    const isOfAnother = isShared(latest) && latest.storeId !== next.storeId;
    const known = isOfAnother ? 0 : latest.number;
    behind = findBehind(next, known);
    // If the commit did not change the notice, it is already rendered and kept.
    if (next.number < known || (isSame(next, latest) && !isOfAnother)) return;
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
        store: isLost || !hasAnswered ? "down" : "up",
        ...(isBehind && { reason: "behind" }),
        secondsSinceStoreAnswered: Math.round(clock.now() - answeredAt) / 1000,
      };
    },
    close: async () => watcher.close(),
  };
}

/** The error if visitors, here or elsewhere, have seen a later revision than the store has. */
function findBehind(latest: Latest, known: number): NoticeError | undefined {
  const { number: current, seen = 0 } = latest;
  const highest = Math.max(known, seen);
  const code = isShared(latest) ? "STORE_FELL_BEHIND" : "STORE_BEHIND";
  return current < highest ? new NoticeError(code, { current, known: highest }) : undefined;
}

/** Whether number and text are the same: visitors see nothing else of a commit. */
function isSame(one: Revision, other: Revision): boolean {
  return one.number === other.number && serialize(one.notice) === serialize(other.notice);
}

function first(watcher: NoticeWatcher): Latest {
  const revision = watcher.poll();
  if (!revision) throw new Error("A watcher gives the latest revision when it is asked for the first time.");
  return revision;
}
