import { randomUUID } from "node:crypto";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { hashOf } from "../../schema/notice/hash.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Installation } from "../../schema/settings/settings.ts";
import { storeLookIntervalMs } from "../clock.ts";
import type { FirstRevision, NoticeWatcher, Revision, Shown, StoreBackend } from "../store.ts";
import { createKeeper, readFirstNotice, readLastKnownGood } from "./last-known-good.ts";
import { type CacheEvents, createNoticeCache, type NoticeCache } from "./notice-cache.ts";

/** What the server reports about the store, including the cache's `lost`, `behind` and `found`. */
interface StoreEvents extends Pick<CacheEvents, "lost" | "behind" | "found"> {
  /** The last known good notice could not be kept. */
  notKept(error: unknown): void;
  /** The store can be read, but this process cannot report what it shows. */
  unreported(error: unknown): void;
  /** There is nothing to show but the defaults. */
  nothingKnown(error: unknown): void;
}

interface BootParts {
  backend: Pick<StoreBackend, "watch">;
  installation: Pick<Installation, "lastKnownGood" | "firstNotice">;
  /** Tries the store in a process of its own; absent for a store that cannot harm this one. */
  probe: Probe | undefined;
  events: StoreEvents;
}

/** How often the store is checked even if there are no requests, in ms. */
const idleIntervalMs = 1000;

/**
 * Creates the notice in memory when the server starts, whatever the store does. If the store cannot be read, it is the
 * first of these that there is: the last known good notice (kept up to date from then on), the document of a new
 * installation, the defaults. One timer does all checks while there are no visitors.
 */
export async function bootNoticeCache(parts: BootParts): Promise<NoticeCache> {
  const { backend, installation, probe, events } = parts;
  const { lastKnownGood, firstNotice } = installation;
  const known = probe ? undefined : readLastKnownGood(lastKnownGood);
  const readFirst = (): Notice => {
    try {
      return readFirstNotice(firstNotice);
    } catch (error) {
      events.nothingKnown(error);
      return defaults;
    }
  };
  const firstRevision = (): FirstRevision => ({
    number: 1,
    notice: readFirst(),
    author: "backsoon",
    requestId: randomUUID(),
    isAutomatic: true,
  });
  /** Called when the store says that it has changed; until the cache exists, it reads the store anyway. */
  let look = (): void => {};
  const watcher: NoticeWatcher & Partial<ProbedWatcher> = probe
    ? await watchProbed(backend, probe)
    : await backend.watch({
        ...(known && { shown: shownOf(known) }),
        // If a notice is remembered but the store is gone, a person must decide what to do.
        first: known ? undefined : firstRevision(),
        changed: () => look(),
        unreported: events.unreported,
      });
  const keeper = createKeeper(lastKnownGood, events.notKept);
  const adopted = (revision: Revision): void => {
    keeper.keep(revision);
    watcher.show?.(shownOf(revision));
  };
  const cacheOn = (fallback?: Revision): NoticeCache =>
    createNoticeCache(watcher, fallback, { ...events, adopted });
  const createCache = (): NoticeCache => {
    try {
      return cacheOn(probe ? readLastKnownGood(lastKnownGood) : known);
    } catch {
      // The store has never been read, and the cache reports why. Any revision in a store is newer than this one.
      const createdAt = new Date().toISOString();
      return cacheOn({ number: 0, notice: readFirst(), author: "backsoon", createdAt });
    }
  };
  const cache = createCache();
  // Not at once: a second look within that time is skipped.
  look = () => void setTimeout(cache.current, 2 * storeLookIntervalMs).unref();

  const timer = setInterval(() => {
    void watcher.retry?.();
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

function shownOf({ number, notice, storeId }: Revision): Shown {
  return { number, hash: hashOf(notice), storeId };
}

/**
 * Creates the store if there is none and opens it, in a separate process. Rejects if that fails, with
 * STORE_PROBE_FAILED if the process did not survive to say why.
 */
export type Probe = () => Promise<void>;

interface ProbedWatcher extends NoticeWatcher {
  /** Probes again if the store has been neither probed nor read successfully, else does nothing; never rejects. */
  retry(): Promise<void>;
}

/**
 * Makes a watcher that opens the store only after a probe has survived that: a bad store must not harm the process that
 * answers visitors. Resolves when the first probe has ended, either way.
 */
export async function watchProbed(
  backend: Pick<StoreBackend, "watch">,
  probe: Probe,
): Promise<ProbedWatcher> {
  const watcher = await backend.watch();
  let failure: unknown;
  let isRead = false;
  let isProbing = false;

  const probeOnce = async (): Promise<void> => {
    isProbing = true;
    const outcome = await probe().then(
      () => undefined,
      (error) => error,
    );
    isProbing = false;
    // A store that has been read in the meantime is readable, whatever happened to the probe.
    failure = isRead ? undefined : outcome;
  };
  await probeOnce();

  return {
    poll() {
      if (isNoticeError(failure, "STORE_PROBE_FAILED")) throw failure;
      try {
        const revision = watcher.poll();
        isRead = true;
        return revision;
      } catch (error) {
        // The reason why the store could not be created says more than that it is missing.
        throw isNoticeError(error, "STORE_MISSING") ? (failure ?? error) : error;
      }
    },
    async retry() {
      if (failure !== undefined && !isProbing) await probeOnce();
    },
    close: () => watcher.close(),
  };
}
