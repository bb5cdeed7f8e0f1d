/** Gives each write a key, and one that is tried again the same. @see https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html */
export function createRequestKeys(): (write: string) => string {
  let last: { write: string; key: string } | undefined;
  return (write) => {
    if (last?.write !== write) last = { write, key: crypto.randomUUID() };
    return last.key;
  };
}
