import { marker } from "../../schema/notice/protocol.ts";
import { assetHeaders } from "../assets/routes.ts";
import { answerHeaders, exposed } from "../http/cors.ts";
import { policyBesidePage } from "../visitor/content-security-policy.ts";
import { documentHeaders } from "../visitor/document.ts";
import { type Format, mediaTypes } from "../visitor/negotiate.ts";
import { pageHeaders } from "../visitor/pages.ts";

/** Names and values, in the words of a web server. */
export type HeaderLines = [name: string, value: string][];

/** What of a reply differs from request to request, each as the name of a web server's variable. */
export interface PageValues {
  language: string;
  /** Empty for a body as it is. */
  coding: string;
  retryAfter: string;
}

/** Who may read a reply: the request's origin or `*`, and `true` for an origin. */
export interface OriginValues {
  allowed: string;
  credentials: string;
}

const mark: HeaderLines[number] = [marker, "export"];

/** The headers of the notice, but for its type: whatever is not constant comes by a variable. */
export function headersOfPage(
  { language, coding, retryAfter }: PageValues,
  origin: OriginValues,
): HeaderLines {
  return [
    ["Content-Language", language],
    ["Content-Encoding", coding],
    ["Content-Security-Policy", policyBesidePage],
    ...Object.entries(pageHeaders),
    mark,
    ...readableBy(origin),
    ["Retry-After", retryAfter],
  ];
}

/** The headers of the notice document. */
export function headersOfDocument(origin: OriginValues): HeaderLines {
  return [...Object.entries(documentHeaders), mark, ...readableBy(origin)];
}

/** The headers of the page's scripts. */
export function headersOfScript(): HeaderLines {
  return [...Object.entries(assetHeaders), mark];
}

/** The headers of the answer to a preflight, which never allows credentials: whose they are, nobody here knows. */
export function headersOfPreflight(asked: { origin: string; method: string; headers: string }): HeaderLines {
  return [
    ["Access-Control-Allow-Origin", asked.origin],
    ["Access-Control-Allow-Methods", asked.method],
    ["Access-Control-Allow-Headers", asked.headers],
    ...Object.entries(answerHeaders),
    mark,
  ];
}

function readableBy({ allowed, credentials }: OriginValues): HeaderLines {
  return [
    ["Access-Control-Allow-Origin", allowed],
    ["Access-Control-Expose-Headers", exposed],
    ["Access-Control-Allow-Credentials", credentials],
  ];
}

/** Seconds for Retry-After, of which a web server takes one by chance: the wait, and up to a tenth more. */
export function retryAfterValues(seconds: number): [number, number, number] {
  return [seconds, seconds + Math.floor(seconds / 20), seconds + Math.floor(seconds / 10)];
}

/** Expressions for the formats that are not HTML, by the first type of an `Accept`; what names XHTML is a browser's. */
export function formatPatterns(): { browser: string; others: [Exclude<Format, "html">, string][] } {
  const typesOf = (format: Format) => Object.keys(mediaTypes).filter((type) => mediaTypes[type] === format);
  const either = (types: string[]) => types.map((type) => type.replace(/[.+]/g, "\\$&")).join("|");
  const start = (patterns: string) => `^[ \\t]{0,4}(?:${patterns})(?:[,; \\t]|$)`;
  const suffixed = (format: "json" | "xml") => `application/[a-z0-9._*-]{1,80}\\+${format}`;
  return {
    browser: either(typesOf("html").filter((type) => type.endsWith("+xml"))),
    others: [
      ["json", start(`${either(typesOf("json"))}|text/json|${suffixed("json")}`)],
      ["xml", start(`${either(typesOf("xml"))}|${suffixed("xml")}`)],
      ["text", start(either(typesOf("text")))],
    ],
  };
}

/**
 * Expressions that find the format for programs that prefer nothing, as the service does: `preferring` for an `Accept`
 * that names something, `xml` and `json` for `Content-Type|SOAPAction`, `script` for `Sec-Fetch-Dest X-Requested-With`.
 */
export const programPatterns = {
  preferring: "[^*/;q=.0-9 \\t]",
  xml: "^[ \\t]{0,4}(?:application/soap\\+xml[ \\t]{0,4}[;|]|text/xml[ \\t]{0,4}(?:;[^|]{0,200})?[|].)",
  json: "^[ \\t]{0,4}(?:(?:application|text)/json|[^;|]{0,80}\\+json)[ \\t]{0,4}[;|]",
  script: "^(?:empty |[^ ]{0,80} XMLHttpRequest$)",
};

/** An expression for an `If-None-Match` that names a document of ours, in whatever coding: the name of a file there is. */
export const entityTag = '(?:^|[, \\t])(?:W/)?"([0-9]{1,15}-[0-9a-f]{8})(?:-[A-Za-z0-9_-]{1,20})?"';

/** An expression for an `Accept-Encoding` that takes a coding: named, and not with `q=0`. */
export function codingPattern(coding: string): string {
  const weight = "[ \\t]{0,4};[ \\t]{0,4}q=(?:1|0?\\.[0-9]{0,2}[1-9])";
  return `(?:^|[, \\t])${coding}(?:[ \\t]{0,4}(?:,|$)|${weight})`;
}

/** An expression for the names of the page's scripts. */
export const scriptName = "backsoon-[A-Za-z0-9_-]{1,80}\\.js";
