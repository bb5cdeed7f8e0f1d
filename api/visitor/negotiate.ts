import Negotiator from "negotiator";
import { type Encoding, negotiateEncoding } from "../http/content-coding.ts";
import { createNegotiationMemory } from "../http/negotiation-memory.ts";
import type { RequestHead } from "../http/request-head.ts";
import { getOrMake } from "./get-or-make.ts";
import { lookUpLanguage, type VisitorLanguage } from "./languages.ts";

/** One of the forms in which the notice exists. */
export interface Variant extends VisitorLanguage {
  format: Format;
  encoding: Encoding;
  /** Says that the request did not reach the app. */
  isUnsaved?: true;
}

export type Format = "html" | "json" | "text" | "xml";

const xhtml = "application/xhtml+xml";
/** The format that each media type names. */
export const mediaTypes: Record<string, Format> = {
  "text/html": "html",
  "application/problem+json": "json",
  "application/json": "json",
  "text/plain": "text",
  [xhtml]: "html",
  // Internet Explorer may accept this, and not name HTML.
  "application/xaml+xml": "html",
  "application/problem+xml": "xml",
  "application/xml": "xml",
  "text/xml": "xml",
};

const maxSuffixedTypes = 5;

type Preferences = Pick<RequestHead, "accept" | "acceptEncoding" | "acceptLanguage">;

/**
 * Makes a function that finds the best variant of the notice for a request, which did not reach the app if it is
 * `isUnsaved`: always one, and one object for each.
 */
export function createNegotiate(): (preferences: Preferences, isUnsaved?: boolean) => Variant {
  const variants = new Map<string, Variant>();
  const unsaved = new Map<Variant, Variant>();
  const negotiate = createNegotiationMemory(
    (accept: string, acceptLanguage: string, acceptEncoding: string) => {
      const format = negotiateFormat(accept);
      const wanted = lookUpLanguage(acceptLanguage);
      const encoding = negotiateEncoding(acceptEncoding);
      const name = `${format} ${wanted.language} ${wanted.formatting} ${encoding}`;
      return getOrMake(variants, name, () => ({ format, ...wanted, encoding }));
    },
  );
  return ({ accept, acceptLanguage, acceptEncoding }, isUnsaved = false) => {
    const variant = negotiate(accept, acceptLanguage, acceptEncoding);
    return isUnsaved ? getOrMake(unsaved, variant, () => ({ ...variant, isUnsaved: true })) : variant;
  };
}

/**
 * The format for a request; HTML if it accepts none of ours. Every `application/…+json` counts as JSON, and every
 * `application/…+xml` as XML.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
function negotiateFormat(accept: string): Format {
  if (!accept) return "html";
  // Parameters other than q mean nothing to us: `application/json; charset=utf-8` is JSON.
  const bare = accept
    .toLowerCase()
    .replace(/"[^"]*"/g, "")
    .replace(/;(?!\s*q\s*=)[^;,]*/g, "");
  const suffixed = (bare.match(/application\/(?!problem)[\w.*-]+\+(?:json|xml)/g) ?? []).slice(
    0,
    maxSuffixedTypes,
  );
  const headers = { accept: xhtmlFirst(bare) };
  const best = new Negotiator({ headers }).mediaType([...Object.keys(mediaTypes), ...suffixed]);
  if (best === undefined) return "html";
  return mediaTypes[best] ?? (best.endsWith("xml") ? "xml" : "json");
}

/** Puts XHTML first: old browsers name XML before it, at the same q, and of equals the first is taken. */
function xhtmlFirst(accept: string): string {
  const isLater = (range: string): number => Number(!range.includes(xhtml));
  return accept
    .split(",")
    .sort((one, other) => isLater(one) - isLater(other))
    .join(",");
}
