export type BrowserStorage = ReturnType<typeof storageIn>;

/**
 * A storage of the browser, which is looked up at each use. If it is full or forbidden, reads find nothing, and writes
 * return false.
 */
export function storageIn(find: () => Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  const use = <T>(work: (storage: ReturnType<typeof find>) => T, otherwise: T): T => {
    try {
      return work(find());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (name: string): string | null => use((storage) => storage.getItem(name), null),
    write: (name: string, value: string): boolean =>
      use((storage) => {
        storage.setItem(name, value);
        return true;
      }, false),
    remove: (name: string): void => use((storage) => storage.removeItem(name), undefined),
  };
}
