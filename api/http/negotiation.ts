import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** The content codings of replies, best first: the order for a client that accepts them all equally. */
const encodings: Encoding[] = ["br", "gzip", "identity"];

/**
 * The content coding for a request; identity if it refuses them all.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
 */
export function negotiateEncoding(acceptEncoding: string): Encoding {
  const headers = { "accept-encoding": acceptEncoding };
  const negotiator: PreferringNegotiator = new Negotiator({ headers }) as never;
  const [best = "identity"] = negotiator.encodings(encodings, { preferred: encodings });
  return best;
}

/** The package's types lack the option that orders equally accepted codings. */
interface PreferringNegotiator {
  encodings<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T[];
}

/** How many sets of headers are remembered: most visitors share a few hundred. */
export const maxRemembered = 1000;
/** How much of a header is read: no honest client sends more. */
const maxHeaderLength = 500;

/**
 * Makes a function that remembers the results of `negotiate` by the beginnings of its headers. When the memory is full,
 * it forgets everything.
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

  // A client repeats its headers, and comparing with the last ones takes a tenth of the time of hashing them.
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
