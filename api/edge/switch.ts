/** A binding to Cloudflare's store for keys and values, KV. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
}

const switchKey = "switch";
/** After how long a known switch is read again, after how long requests wait for that, and how long at most, in ms. */
const readAgainMs = 10_000;
const tooOldMs = 20_000;
const maxWaitMs = 1000;

/**
 * Makes a function that reads the switch from a store. A known value is used while it is read again, but not once it is
 * too old, as in a Worker that was idle. If the store does not answer, the last value stays: at first, undefined.
 */
export function createSwitch() {
  let known: string | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (store: KeyValueStore): Promise<void> => {
    known = (await store.get(switchKey))?.trim().toLowerCase();
    knownAt = Date.now();
  };
  return async (
    store: KeyValueStore,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<string | undefined> => {
    const isTooOld = Date.now() - knownAt >= tooOldMs;
    if (!isTooOld && Date.now() - readAt < readAgainMs) return known;
    readAt = Date.now();
    const reading = read(store).catch(() => {});
    waitUntil(reading);
    if (isTooOld) {
      // On Cloudflare, no request may wait for the work of another: each one reads the store itself.
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      // If the store has not answered, the next requests do not wait for it.
      knownAt = Date.now();
    }
    return known;
  };
}
