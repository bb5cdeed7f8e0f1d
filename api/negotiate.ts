import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { lookUpLanguage } from "./languages.ts";

/** The forms in which a notice exists. */
export interface Variant {
  format: Format;
  /** One of the page's languages. */
  language: string;
  encoding: Encoding;
}

export type Format = "html" | "json" | "text";
export type Encoding = "br" | "gzip" | "identity";

/** Best first: what a client gets that takes them all alike. */
const encodings: Encoding[] = ["br", "gzip", "identity"];
const formats: Record<string, Format> = {
  "text/html": "html",
  "application/problem+json": "json",
  "application/json": "json",
  "text/plain": "text",
  "application/xhtml+xml": "html",
};

/** How many different headers are remembered; those of a few hundred browsers come again and again. */
const remembered = 1000;
const longestRemembered = 500;

/** A function that finds the variant of the notice that suits a request best; there always is one. */
export function createNegotiate(): (headers: IncomingHttpHeaders) => Variant {
  const known = new Map<string, Variant>();
  return (headers) => {
    const { accept = "", "accept-language": language = "", "accept-encoding": encoding = "" } = headers;
    const key = `${accept}\n${language}\n${encoding}`;
    let variant = known.get(key);
    if (!variant) {
      variant = {
        format: negotiateFormat(headers),
        language: lookUpLanguage(headers),
        encoding: negotiateEncoding(headers),
      };
      if (known.size >= remembered) known.clear();
      if (key.length <= longestRemembered) known.set(key, variant);
    }
    return variant;
  };
}

/**
 * The format for a request; HTML when it accepts none of ours. Every `application/…+json` is JSON to us.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
function negotiateFormat({ accept = "*/*" }: IncomingHttpHeaders): Format {
  // Parameters but q say nothing to us: `application/json; charset=utf-8` is JSON.
  const bare = accept.toLowerCase().replace(/;\s*(?!q=)[^;,]*/g, "");
  const suffixed = bare.match(/application\/(?!problem)[\w.-]+\+json/g) ?? [];
  const best = new Negotiator({ headers: { accept: bare } }).mediaType([
    ...Object.keys(formats),
    ...suffixed,
  ]);
  return best === undefined ? "html" : (formats[best] ?? "json");
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

/** Its types do not know yet that it takes our order for codings that the client likes alike. */
interface PreferringNegotiator {
  encodings<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T[];
}
