import { type BrowserStorage, storageIn } from "../../../web/editor/browser-storage.ts";

/** What a browser keeps, in memory; `isRefused` tells which entries it does not take. */
export function storageWith(
  entries: Record<string, string> = {},
  isRefused: (key: string, value: string, others: number) => boolean = () => false,
): BrowserStorage {
  const all = new Map(Object.entries(entries));
  return storageIn(() => ({
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => {
      if (isRefused(key, value, all.size)) throw new DOMException("no", "QuotaExceededError");
      all.set(key, value);
    },
    removeItem: (key) => void all.delete(key),
  }));
}
