/** A binding to Cloudflare's store for keys and values, KV. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
}

const switchKey = "switch";
/** How long a known switch is used before it is read again, and how long the first requests wait for it, in ms. */
const maxAgeMs = 10_000;
const maxWaitMs = 1000;

/**
 * Makes a function that reads the switch from a store. An old value is used while it is read again. Until a first value
 * is known, requests wait for it, at most a second. If the store fails, the last value stays.
 */
export function createSwitch() {
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let hasRead = false;
  const read = async (store: KeyValueStore): Promise<void> => {
    known = (await store.get(switchKey))?.trim().toLowerCase();
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
      // On Cloudflare, no request may wait for the work of another: each one reads the store itself.
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      hasRead = true;
    }
    return known;
  };
}
