export type BrowserStorage = ReturnType<typeof storageIn>;

/**
 * A storage of the browser's, which is looked up at each use. Where the browser is full or forbids it, nothing is found, and
 * a write says that nothing was kept.
 */
export function storageIn(
  find: () => Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">,
) {
  const use = <T>(work: (storage: ReturnType<typeof find>) => T, otherwise: T): T => {
    try {
      return work(find());
    } catch {
      return otherwise;
    }
  };
  return {
    names: (): string[] =>
      use((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""), []),
    read: (name: string): string | null => use((storage) => storage.getItem(name), null),
    /** Whether it is kept. */
    write: (name: string, value: string): boolean =>
      use((storage) => {
        storage.setItem(name, value);
        return true;
      }, false),
    remove: (name: string): void => use((storage) => storage.removeItem(name), undefined),
  };
}
