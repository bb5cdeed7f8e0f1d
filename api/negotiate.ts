import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";

/** The forms in which a notice exists. A language is a BCP 47 tag. */
export interface Variant {
  format: "html";
  language: "en";
  encoding: Encoding;
}

/** Best first: what a client gets that takes them all alike. */
const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** Its types do not know yet that it takes our order for codings that the client likes alike. */
interface PreferringNegotiator {
  encodings<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T[];
}

/** The variant of the notice that suits a request best; there always is one. */
export function negotiate(headers: IncomingHttpHeaders): Variant {
  return { format: "html", language: "en", encoding: negotiateEncoding(headers) };
}

/**
 * The content coding for a request; identity when it refuses everything.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
 */
export function negotiateEncoding(headers: IncomingHttpHeaders): Encoding {
  const negotiator: PreferringNegotiator = new Negotiator({ headers }) as never;
  const [best = "identity"] = negotiator.encodings(encodings, { preferred: encodings });
  return best;
}
