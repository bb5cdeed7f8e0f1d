import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import type { AskedRequest } from "./request-head.ts";

/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = readonly string[];

/** The head of a reply. Sending the same object again is faster than making a new one each time. */
export interface Head {
  readonly status: number;
  /** The headers that never change. */
  readonly headers: RawHeaders;
  /** The name of the header whose value comes with each reply, if there is one. */
  readonly varying?: string;
}

/** A reply, however it is sent. */
export interface Reply {
  head: Head;
  /** The value of the header that `head.varying` names. */
  varyingValue?: string;
  body: Uint8Array;
}

export const noBody = new Uint8Array();

/** The names and values of a record, alternating. Numbers become text here, once, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

export function headersOf({ headers, varying }: Head, value = ""): string[] {
  return varying === undefined ? [...headers] : [...headers, varying, value];
}

const exposed = `Content-Language, ETag, Retry-After, ${marker}`;

/**
 * Headers that let scripts from any origin read a reply, with or without credentials. No reply is meant for one visitor
 * only.
 * @param origin the request's `Origin`, empty if it has none
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
function corsHeaders(origin = ""): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin || "*",
    "Access-Control-Expose-Headers": exposed,
    ...(origin && { "Access-Control-Allow-Credentials": "true" }),
  };
}

/** The headers of every reply from our own endpoints, except for assets: the marker, readable from any origin. */
export function ownHeaders(
  cache: Pick<NoticeCache, "current">,
  origin: string | undefined,
): Record<string, string | number> {
  return { ...corsHeaders(origin), Vary: "Origin", [marker]: cache.current().number };
}

const forEveryOrigin = flat(corsHeaders());

/** The headers of `corsHeaders` as raw headers, made only once for requests without an origin. */
export function corsPairs(origin: string): RawHeaders {
  return origin === "" ? forEveryOrigin : flat(corsHeaders(origin));
}

/** Whether a request is a CORS preflight. */
export function isPreflight(request: AskedRequest): boolean {
  // The method is checked first: Node parses the headers when they are first asked for.
  if (request.method !== "OPTIONS") return false;
  return request.headers.origin !== undefined && "access-control-request-method" in request.headers;
}

const answerHeaders = {
  "Access-Control-Max-Age": "0",
  "Cache-Control": "no-store",
  Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
};

/**
 * The headers that allow what a preflight asks for. They must not be cached, as the app has its own. Only origins in
 * the set are allowed credentials: the request that follows may already reach the app.
 */
export function preflightHeaders(
  { headers }: AskedRequest,
  credentialed: ReadonlySet<string>,
): Record<string, string> {
  const { origin = "" } = headers;
  const method = headers["access-control-request-method"];
  const names = headers["access-control-request-headers"];
  return {
    "Access-Control-Allow-Origin": origin,
    ...(credentialed.has(origin) && { "Access-Control-Allow-Credentials": "true" }),
    "Access-Control-Allow-Methods": String(method),
    ...(names !== undefined && { "Access-Control-Allow-Headers": names }),
    ...answerHeaders,
  };
}
