import Negotiator from "negotiator";
import { type Encoding, negotiateEncoding } from "../http/content-coding.ts";
import type { RequestHead } from "../http/request-head.ts";
import { getOrMake } from "./get-or-make.ts";
import { lookUpLanguage } from "./languages.ts";

/** One of the forms in which the notice exists. */
export interface Variant {
  format: Format;
  /** One of the page's languages. */
  language: string;
  encoding: Encoding;
}

export type Format = "html" | "json" | "text";

const formats: Record<string, Format> = {
  "text/html": "html",
  "application/problem+json": "json",
  "application/json": "json",
  "text/plain": "text",
  "application/xhtml+xml": "html",
};

/** How many different sets of headers are remembered; a few hundred browsers send the same ones again and again. */
const maxRemembered = 1000;
/** How much of a header is read: anything after that is nobody's honest preference. */
const maxHeaderLength = 500;
const maxSuffixedTypes = 5;

type Preferences = Pick<RequestHead, "accept" | "acceptEncoding" | "acceptLanguage">;

/** Makes a function that finds the best variant of the notice for a request: always one, and one object for each. */
export function createNegotiate(): (preferences: Preferences) => Variant {
  const known = new Map<string, Variant>();
  const variants = new Map<string, Variant>();
  return (preferences) => {
    const accept = shorten(preferences.accept);
    const acceptLanguage = shorten(preferences.acceptLanguage);
    const acceptEncoding = shorten(preferences.acceptEncoding);
    const key = `${accept}\n${acceptLanguage}\n${acceptEncoding}`;
    return getOrMake(known, key, () => {
      if (known.size >= maxRemembered) known.clear();
      const format = negotiateFormat(accept);
      const language = lookUpLanguage(acceptLanguage);
      const encoding = negotiateEncoding(acceptEncoding);
      const name = `${format} ${language} ${encoding}`;
      return getOrMake(variants, name, () => ({ format, language, encoding }));
    });
  };
}

function shorten(header: string): string {
  return header.length > maxHeaderLength ? header.slice(0, maxHeaderLength) : header;
}

/**
 * The format for a request; HTML if it accepts none of ours. Every `application/…+json` counts as JSON.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
function negotiateFormat(accept: string): Format {
  if (!accept) return "html";
  // Parameters other than q mean nothing to us: `application/json; charset=utf-8` is JSON.
  const bare = accept
    .toLowerCase()
    .replace(/"[^"]*"/g, "")
    .replace(/;(?!\s*q\s*=)[^;,]*/g, "");
  const suffixed = (bare.match(/application\/(?!problem)[\w.-]+\+json/g) ?? []).slice(0, maxSuffixedTypes);
  const best = new Negotiator({ headers: { accept: bare } }).mediaType([
    ...Object.keys(formats),
    ...suffixed,
  ]);
  return best === undefined ? "html" : (formats[best] ?? "json");
}
