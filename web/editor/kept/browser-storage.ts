/** What a browser keeps things in; each verb throws where the browser is full or forbids it. */
export type BrowserStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** A storage that is looked for at each use: where the browser forbids it, to look for it throws already. */
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
