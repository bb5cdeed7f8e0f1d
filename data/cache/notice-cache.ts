import { NoticeError } from "../../schema/errors/notice-error.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { type Clock, storeLookIntervalMs, systemClock } from "../clock.ts";
import { counts, type NoticeWatcher, type Revision } from "../store.ts";

export interface NoticeCache {
  /** The latest revision that could be read, including every acknowledged change; never throws or waits. */
  current(): Revision;
  /** Whether the store answered when last asked, and how long ago it last did; a readable store may have lost revisions. */
  status(): { store: "up" | "down"; reason?: "behind"; secondsSinceStoreAnswered: number };
  /** Closes the store, and resolves when everything is written. */
  close(): Promise<void>;
}

/** What the cache reports, once per change rather than once per request. Listeners must not throw. */
export interface CacheEvents {
  adopted?(revision: Revision): void;
  lost?(error: unknown): void;
  /** The store can be read, but has lost revisions that visitors have seen; reported once until it is up again. */
  behind?(error: unknown): void;
  found?(): void;
}

const where = "this node's last known good file";

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
  let latest: Revision = fallback ?? first(watcher);
  /** Over a network, the first read may take a moment. */
  let state: "waiting" | "up" | "lost" | "behind" = fallback ? "waiting" : "up";
  let behind: NoticeError | undefined;
  let answeredAt = clock.now();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = (): void => {
    // Taken before the poll: if a commit during the poll is missed, the next poll still comes in time.
    const now = clock.now();
    if (now - lookedAt < storeLookIntervalMs) return;
    lookedAt = now;
    try {
      const next = watcher.poll();
      if (next) adopt(next);
      else if (state === "waiting") return;
      answeredAt = now;
      become(behind ? "behind" : "up", behind);
    } catch (error) {
      become("lost", error);
    }
  };
  const become = (next: Exclude<typeof state, "waiting">, error: unknown): void => {
    const before = state;
    state = next;
    if (next === before) return;
    if (next !== "up") events[next]?.(error);
    else if (before !== "waiting") events.found?.();
  };
  const adopt = (next: Revision): void => {
    const { number, notice } = latest;
    const isOfAnother = latest.storeId !== next.storeId;
    const isSame = !isOfAnother && number === next.number && serialize(notice) === serialize(next.notice);
    // Nobody has written the first revision of a new store, so it counts for nothing while anything else is known.
    const isNothing = isOfAnother && next.isAutomatic === true && number > 0 && !latest.isAutomatic;
    const isIgnored = !isOfAnother && !counts(number, next.number);
    if (isIgnored)
      events.behind?.(new NoticeError("NUMBER_IGNORED", { number, where, current: next.number }));
    // A store that has gone back has lost revisions that visitors have already seen.
    const isBehind = isNothing || (!isOfAnother && !isIgnored && next.number < number);
    behind = isBehind ? new NoticeError("STORE_BEHIND", { current: next.number, known: number }) : undefined;
    // If the commit did not change the notice, it is already rendered and kept.
    if (isBehind || isSame) return;
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
        store: state === "up" ? "up" : "down",
        ...(state === "behind" && { reason: "behind" }),
        secondsSinceStoreAnswered: Math.round(clock.now() - answeredAt) / 1000,
      };
    },
    close: async () => watcher.close(),
  };
}

function first(watcher: NoticeWatcher): Revision {
  const revision = watcher.poll();
  if (!revision) throw new Error("A watcher gives the latest revision when it is asked for the first time.");
  return revision;
}
