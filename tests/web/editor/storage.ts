import type { BrowserStorage } from "../../../web/editor/kept/browser-storage.ts";

/** What a browser keeps, in memory. */
export function storageWith(entries: Record<string, string> = {}): BrowserStorage {
  const all = new Map(Object.entries(entries));
  return {
    get length() {
      return all.size;
    },
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  };
}
