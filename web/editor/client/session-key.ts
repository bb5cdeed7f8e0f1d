import type { BrowserStorage } from "../browser-storage.ts";

export type SessionKey = ReturnType<typeof createSessionKey>;

const storedName = "backsoon session key";

/**
 * Keeps the session's key, without which its cookie is useless, in a storage of this origin (port included) and its
 * tabs. If the browser forbids that, only this page keeps the key.
 */
export function createSessionKey(storage: BrowserStorage) {
  let own: string | undefined;
  return {
    read: (): string | undefined => own ?? storage.read(storedName) ?? undefined,
    keep(key: string): void {
      // Removed first, because a full browser would keep the old key.
      storage.remove(storedName);
      own = storage.write(storedName, key) ? undefined : key;
    },
    forget(): void {
      own = undefined;
      storage.remove(storedName);
    },
  };
}
