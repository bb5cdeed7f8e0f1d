import type { IncomingMessage } from "node:http";
import { marker } from "../../schema/notice/protocol.ts";
import { flat, type RawHeaders } from "./reply.ts";

const exposed = `Content-Language, ETag, Retry-After, ${marker}`;

/**
 * Headers that let scripts of every origin read an answer, with credentials or without. There is nothing in our
 * answers that is meant for one visitor alone.
 * @param origin what the request says of where it comes from, empty when it does not
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function corsHeaders(origin = ""): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin || "*",
    "Access-Control-Expose-Headers": exposed,
    ...(origin && { "Access-Control-Allow-Credentials": "true" }),
  };
}

const forEveryOrigin = flat(corsHeaders());

/** The same in turn, made once for those who do not say where they come from. */
export function corsPairs(origin: string): RawHeaders {
  return origin === "" ? forEveryOrigin : flat(corsHeaders(origin));
}

/** Whether a browser asks if it may send a request. */
export function isPreflight(request: IncomingMessage): boolean {
  // Node sorts the headers when they are first asked for.
  if (request.method !== "OPTIONS") return false;
  return request.headers.origin !== undefined && "access-control-request-method" in request.headers;
}

/** The headers that allow what a preflight asks for; not to be remembered, as the app will have its own. */
export function preflightHeaders({ headers }: IncomingMessage): Record<string, string> {
  const method = headers["access-control-request-method"];
  const names = headers["access-control-request-headers"];
  return {
    ...corsHeaders(headers.origin),
    "Access-Control-Allow-Methods": String(method),
    ...(names !== undefined && { "Access-Control-Allow-Headers": names }),
    "Access-Control-Max-Age": "0",
    "Cache-Control": "no-store",
    Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}
