import { defaults } from "../../schema/notice/defaults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import type { Revision, StoreBackend } from "../store.ts";
import { readFirstNotice } from "./first-notice.ts";
import { readLastKnownGood } from "./last-known-good.ts";
import { createKeeper } from "./last-known-good-keeper.ts";
import { type CacheEvents, createNoticeCache, type NoticeCache } from "./notice-cache.ts";
import { type Probe, watchProbed } from "./probed-watcher.ts";

/** What the server reports about the store, including the cache's `lost` and `found`. */
export interface StoreEvents extends Pick<CacheEvents, "lost" | "found"> {
  /** The last known good notice could not be kept. */
  notKept(error: unknown): void;
  /** There is nothing to show but the defaults. */
  nothingKnown(error: unknown): void;
}

interface BootParts {
  backend: StoreBackend;
  installation: Pick<Installation, "lastKnownGood" | "firstNotice">;
  probe: Probe;
  events: StoreEvents;
}

/** How often the store is looked after even when there are no requests, in ms. */
const idleIntervalMs = 1000;

/**
 * Creates the notice in memory when the server starts, whatever the store does. If the store cannot be read, the last
 * known good notice (kept up to date from then on) stands in for it; failing that, the document of a new installation;
 * failing that, the defaults. One timer looks after all of this while there are no visitors.
 */
export async function bootNoticeCache(parts: BootParts): Promise<NoticeCache> {
  const { backend, installation, probe, events } = parts;
  const { lastKnownGood, firstNotice } = installation;
  const watcher = await watchProbed(backend, probe);
  const keeper = createKeeper(lastKnownGood, events.notKept);
  const cacheOn = (fallback?: Revision): NoticeCache =>
    createNoticeCache(watcher, fallback, { ...events, adopted: keeper.keep });
  const createCache = (): NoticeCache => {
    try {
      return cacheOn(readLastKnownGood(lastKnownGood));
    } catch {
      // The store has never been read, and the cache reports why. Any revision in a store is newer than this one.
      const notice = readFirst(firstNotice, events.nothingKnown);
      return cacheOn({ number: 0, notice, author: "backsoon", createdAt: new Date().toISOString() });
    }
  };
  const cache = createCache();

  const timer = setInterval(() => {
    void watcher.retry();
    // A recreated store continues from what visitors see, even if this file was lost along with the old store.
    if (cache.status().store === "down") keeper.keepIfLost(cache.current());
  }, idleIntervalMs).unref();
  return {
    ...cache,
    async close() {
      clearInterval(timer);
      await cache.close();
      await keeper.settled();
    },
  };
}

function readFirst(file: string, failed: (error: unknown) => void): Notice {
  try {
    return readFirstNotice(file);
  } catch (error) {
    failed(error);
    return defaults;
  }
}
