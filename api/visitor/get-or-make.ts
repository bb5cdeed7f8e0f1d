/** The value that the map has for the key; if it has none, one is made and stays there. */
export function getOrMake<K, T>(made: Map<K, T>, key: K, make: () => T): T {
  let value = made.get(key);
  if (value === undefined) {
    value = make();
    made.set(key, value);
  }
  return value;
}
