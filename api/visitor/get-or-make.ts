/** The map's value for the key; if there is none, makes it and stores it. */
export function getOrMake<K, T>(
  made: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  make: () => T,
): T {
  let value = made.get(key);
  if (value === undefined) {
    value = make();
    made.set(key, value);
  }
  return value;
}
