/** A binding to Cloudflare's store for keys and values, KV. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
}

const switchKey = "switch";
/** How old the switch may be that is known here, and how long the first requests wait for it, in ms. */
const maxAgeMs = 10_000;
const maxWaitMs = 1000;

/**
 * Makes what reads the switch from a store. A request that finds it old has it read anew and does not wait; those that
 * come before anything is known do, for a second at most. What a store that fails said last is kept.
 */
export function createSwitch() {
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let hasRead = false;
  const read = async (store: KeyValueStore): Promise<void> => {
    known = (await store.get(switchKey)) ?? undefined;
    hasRead = true;
  };
  return async (
    store: KeyValueStore,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<string | undefined> => {
    if (hasRead && Date.now() - readAt < maxAgeMs) return known;
    readAt = Date.now();
    const reading = read(store).catch(() => {});
    waitUntil(reading);
    if (!hasRead) {
      // Each request asks for itself: on Cloudflare, none may wait for what another has begun.
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      hasRead = true;
    }
    return known;
  };
}
