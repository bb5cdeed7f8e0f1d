import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { flat, type RawHeaders } from "./reply.ts";
import type { AskedRequest } from "./request-head.ts";

/** The headers that scripts of other origins may read. */
export const exposed = `Content-Language, ETag, Retry-After, ${marker}`;

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

/** The headers of every answer to a preflight. */
export const answerHeaders = {
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
