import type { BrowserStorage } from "../kept/browser-storage.ts";

export type SessionKey = ReturnType<typeof createSessionKey>;

const storedName = "backsoon session key";

/**
 * Keeps the key of the session, without which its cookie is worth nothing, in a storage that belongs to this origin, port
 * included, and to all of its tabs; where the browser forbids that, in this tab alone, for as long as it shows this page.
 */
export function createSessionKey(storage: BrowserStorage) {
  let own: string | undefined;
  return {
    read: (): string | undefined => own ?? storage.read(storedName) ?? undefined,
    keep(key: string): void {
      // Removed first: a browser that is full would keep the old one.
      storage.remove(storedName);
      own = storage.write(storedName, key) ? undefined : key;
    },
    forget(): void {
      own = undefined;
      storage.remove(storedName);
    },
  };
}
