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
