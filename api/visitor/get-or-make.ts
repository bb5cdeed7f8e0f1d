/** What the map has under the key; what is made when it has nothing stays there. */
export function getOrMake<K, T>(made: Map<K, T>, key: K, make: () => T): T {
  let value = made.get(key);
  if (value === undefined) {
    value = make();
    made.set(key, value);
  }
  return value;
}
