import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { englishFormOf } from "../../schema/languages/regional-english.ts";
import { type LanguageTag, lookUpTag, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type PageLanguage, visitorWords } from "../../schema/notice/translations.ts";
import type { Sent } from "../../web/render.tsx";
import { createNegotiationMemory, type Encoding, negotiateEncoding } from "../http/negotiation.ts";
import type { ReplyHead } from "../http/request-head.ts";

/** One of the forms in which the notice exists. */
export interface Variant extends VisitorLanguage {
  format: Format;
  encoding: Encoding;
  /** What it says about the data that the request sent, if there may be any. */
  sent?: Sent;
}

/** `fragment` is the notice as a part of a page of the app. */
export type Format = "html" | "json" | "text" | "xml" | "fragment";

/** Whether a format has times in words. Programs get them as ops wrote them. */
export const hasTimes = (format: Format): boolean => format !== "json" && format !== "xml";

const html = "text/html";
const xhtml = "application/xhtml+xml";
const mediaTypes: Record<string, Format> = {
  "text/plain": "text",
  [html]: "html",
  "application/problem+json": "json",
  "application/json": "json",
  [xhtml]: "html",
  // Internet Explorer may accept only this, and not name HTML.
  "application/xaml+xml": "html",
  "application/problem+xml": "xml",
  "application/xml": "xml",
  "text/xml": "xml",
};

/** How many types such as `application/vnd.api+json` are read in an `Accept`. */
const maxSuffixedTypes = 5;

const anything = /^\*\/\*(?:[ \t]?;[ \t]?q=[\d.]+)?$/;

type Preferences = Pick<ReplyHead, "accept" | "acceptEncoding" | "acceptLanguage">;

export function createNegotiate(): (
  preferences: Preferences,
  headers?: IncomingHttpHeaders,
  sent?: Sent,
) => Variant {
  const variants = new Map<string, Variant>();
  // The same variants, with what they say about sent data, or as a part of a page.
  const told = { lost: new Map<Variant, Variant>(), unsure: new Map<Variant, Variant>() };
  const fragments = new Map<Variant, Variant>();
  const negotiate = createNegotiationMemory(
    (accept: string, acceptLanguage: string, acceptEncoding: string) => {
      const format = negotiateFormat(accept);
      const { formatting: own, language } = lookUpLanguage(acceptLanguage);
      const formatting = hasTimes(format) ? own : undefined;
      const encoding = negotiateEncoding(acceptEncoding);
      const name = `${format} ${language} ${formatting} ${encoding}`;
      return getOrMake(variants, name, () => ({
        format,
        language,
        ...(formatting && { formatting }),
        encoding,
      }));
    },
  );
  return ({ accept, acceptLanguage, acceptEncoding }, headers = {}, sent) => {
    const wanted = prefersNothing(accept) ? typeForProgram(headers) : accept;
    const named = negotiate(wanted, acceptLanguage, acceptEncoding);
    const other = typeForScript(named.format, headers);
    const variant = other === undefined ? named : negotiate(other, acceptLanguage, acceptEncoding);
    if (variant.format === "html" && isOfHtmx(headers))
      return getOrMake(fragments, variant, () => ({ ...variant, format: "fragment" }));
    // A program is told only what is certain.
    const isTold = sent === "lost" || (sent && ["html", "text"].includes(variant.format));
    return isTold ? getOrMake(told[sent], variant, () => ({ ...variant, sent })) : variant;
  };
}

/** Whether an `Accept` prefers nothing. Nearly all of these are one of two texts, which are compared first. */
function prefersNothing(accept: string): boolean {
  return accept === "" || accept === "*/*" || anything.test(accept);
}

/**
 * The media type for a program that accepts anything; empty for unknown clients.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
function typeForProgram(headers: IncomingHttpHeaders): string {
  if (isOfHtmx(headers)) return html;
  const { "content-type": sent, "sec-fetch-dest": destination, "sec-fetch-mode": mode } = headers;
  // The type of the body says more about a client than that a script has sent it.
  const like = sent === undefined ? "" : typeLikeBody(sent);
  const isScript =
    destination === "empty" || mode === "cors" || headers["x-requested-with"] === "XMLHttpRequest";
  return like === "" && isScript ? "application/json" : like;
}

/**
 * The media type for a page load by a browser that names no HTML, and for Turbo and Turbolinks: they load the page
 * itself if they get anything but HTML. Undefined for everybody else.
 */
function typeForScript(format: Format, headers: IncomingHttpHeaders): string | undefined {
  if (format === "text" && headers["sec-fetch-mode"] === "navigate") return html;
  const isTurbo = format === "html" && ("x-turbo-request-id" in headers || "turbolinks-referrer" in headers);
  return isTurbo ? "text/plain" : undefined;
}

/** Whether htmx asks, which puts HTML into a page of the app. @see https://htmx.org/reference/#request_headers */
function isOfHtmx(headers: IncomingHttpHeaders): boolean {
  return headers["hx-request"] === "true";
}

/** The media type for a program, by the type of body that it sends; empty if browsers may send such a body. */
function typeLikeBody(contentType: string): string {
  const [beginning = ""] = contentType.split(";", 1);
  const type = beginning.trim().toLowerCase();
  // SOAP 1.2 and 1.1.
  if (type === "application/soap+xml" || type === "text/xml") return "application/xml";
  return /^(?:application|text)\/json$|\+json$/.test(type) ? "application/json" : "";
}

/**
 * The format for a request; text if it accepts none of ours. Every `application/…+json` and `text/json` count as JSON,
 * and every `application/…+xml` as XML.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
function negotiateFormat(accept: string): Format {
  if (!accept) return "text";
  // Parameters other than q are ignored: `application/json; charset=utf-8` is JSON.
  const bare = accept
    .toLowerCase()
    .replace(/"[^"]*"/g, "")
    .replace(/\btext\/json\b/g, "application/json")
    .replace(/;(?!\s*q\s*=)[^;,]*/g, "");
  const suffixed = (bare.match(/application\/(?!problem)[\w.*-]+\+(?:json|xml)/g) ?? []).slice(
    0,
    maxSuffixedTypes,
  );
  const headers = { accept: xhtmlFirst(bare) };
  const best = new Negotiator({ headers }).mediaType([...Object.keys(mediaTypes), ...suffixed]);
  if (best === undefined) return "text";
  return mediaTypes[best] ?? (best.endsWith("xml") ? "xml" : "json");
}

/** Puts XHTML first: old browsers name XML before it with the same q, and the first of equals wins. */
function xhtmlFirst(accept: string): string {
  const isLater = (range: string): number => Number(!range.includes(xhtml));
  return accept
    .split(",")
    .sort((one, other) => isLater(one) - isLater(other))
    .join(",");
}

/** How many of a visitor's languages are looked up, as each takes about 30 µs; no browser sends more. */
const maxRanges = 20;

const fallbackLanguage: LanguageTag = "en";

interface VisitorLanguage {
  /** The tag of the page's language; empty for the notice's own. */
  language: string;
  /** The tag by which the visitor writes times, if their English is not American. */
  formatting?: string;
}

/**
 * The page's language for a request: the first of the visitor's languages that the page has, else the notice's own.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpLanguage(acceptLanguage: string): VisitorLanguage {
  const headers = { "accept-language": acceptLanguage };
  for (const range of new Negotiator({ headers }).languages().slice(0, maxRanges)) {
    // A bare wildcard names no language.
    const language = range === "*" ? undefined : lookUpTag(range);
    const formatting = language && englishFormOf(range);
    if (language) return { language, ...(formatting && { formatting }) };
  }
  return { language: "" };
}

/** The notice's own language, looked up as a visitor's; English if the page does not have it. */
export function ownLanguage({ language = "" }: Notice): VisitorLanguage {
  const own = lookUpLanguage(language);
  return own.language === "" ? { language: fallbackLanguage } : own;
}

/**
 * The languages of a page: its own, and the language of the text by ops if it is known and different.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-content-language
 */
export function contentLanguage(notice: Notice, page: PageLanguage): string {
  const { tag } = page;
  const { language } = visitorWords(notice, page);
  return language === undefined || means(language, tag as LanguageTag) ? tag : `${tag}, ${language}`;
}

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
