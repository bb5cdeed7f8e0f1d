/** How many different sets of headers are remembered: a few hundred browsers send the same ones again and again. */
export const maxRemembered = 1000;
/** How much of a header is read: anything after that is nobody's honest preference. */
const maxHeaderLength = 500;

/**
 * Makes a function that remembers what `negotiate` has found for the headers of a request, of each at most the beginning.
 * Where there is no more room, it forgets everything and begins anew.
 */
export function createNegotiationMemory<Headers extends string[], Found extends {}>(
  negotiate: (...headers: Headers) => Found,
): (...headers: Headers) => Found {
  const known = new Map<string, Found>();
  const lookUp = (headers: Headers): Found => {
    const read = headers.map((header) => header.slice(0, maxHeaderLength)) as Headers;
    const key = read.join("\n");
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const found = negotiate(...read);
    if (known.size >= maxRemembered) known.clear();
    known.set(key, found);
    return found;
  };

  // Comparing with the headers of the last request costs a tenth of hashing them: a client sends the same ones again.
  let last: { headers: Headers; found: Found } | undefined;
  return (...headers) => {
    if (!last || !isSame(last.headers, headers)) last = { headers, found: lookUp(headers) };
    return last.found;
  };
}

function isSame(some: string[], others: string[]): boolean {
  for (let index = 0; index < some.length; index += 1) if (some[index] !== others[index]) return false;
  return true;
}
