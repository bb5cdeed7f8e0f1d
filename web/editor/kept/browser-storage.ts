/** Where a browser keeps things; each method throws where the browser is full or forbids it. */
export type BrowserStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** A storage that is looked up at each use: where the browser forbids it, the look-up itself throws. */
export function storageIn(find: () => Storage): BrowserStorage {
  return {
    get length() {
      return find().length;
    },
    key: (index) => find().key(index),
    getItem: (name) => find().getItem(name),
    setItem: (name, value) => find().setItem(name, value),
    removeItem: (name) => find().removeItem(name),
  };
}
