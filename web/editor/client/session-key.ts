export type SessionKey = ReturnType<typeof createSessionKey>;

const storedName = "backsoon session key";

/**
 * Keeps the key of the session, without which its cookie is worth nothing, in a storage that belongs to this origin, port included, and to all of its tabs; where the browser
 * forbids that, in this tab alone, for as long as it shows this page.
 */
export function createSessionKey(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  let own: string | undefined;
  return {
    read(): string | undefined {
      if (own !== undefined) return own;
      try {
        return storage.getItem(storedName) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(key: string): void {
      own = undefined;
      try {
        // Removed first: a browser that is full would keep the old one.
        storage.removeItem(storedName);
        storage.setItem(storedName, key);
      } catch {
        own = key;
      }
    },
    forget(): void {
      own = undefined;
      try {
        storage.removeItem(storedName);
      } catch {
        // A storage that cannot be reached has kept nothing.
      }
    },
  };
}
