/** The key of the session, without which its cookie is worth nothing. */
export interface SessionKey {
  read(): string | undefined;
  keep(key: string): void;
  forget(): void;
}

const storedName = "backsoon session key";

/**
 * Keeps the key in a storage that belongs to this origin, port included, and to all of its tabs; where the browser
 * forbids that, in this tab alone, for as long as it shows this page.
 */
export function createSessionKey(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): SessionKey {
  let own: string | undefined;
  return {
    read() {
      if (own !== undefined) return own;
      try {
        return storage.getItem(storedName) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(key) {
      own = undefined;
      try {
        // Removed first: a browser that is full would keep the old one.
        storage.removeItem(storedName);
        storage.setItem(storedName, key);
      } catch {
        own = key;
      }
    },
    forget() {
      own = undefined;
      try {
        storage.removeItem(storedName);
      } catch {
        // A storage that cannot be reached has kept nothing.
      }
    },
  };
}
