import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { marker } from "../schema/protocol.ts";

const exposed = `Content-Language, ETag, Retry-After, ${marker}`;

/**
 * Headers that let scripts of every origin read an answer, with credentials or without. There is nothing in our
 * answers that is meant for one visitor alone.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function corsHeaders({ origin }: IncomingHttpHeaders): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin ?? "*",
    "Access-Control-Expose-Headers": exposed,
    ...(origin !== undefined && { "Access-Control-Allow-Credentials": "true" }),
  };
}

/** Whether a browser asks if it may send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && "access-control-request-method" in headers;
}

/** The headers that allow what a preflight asks for; not to be remembered, as the app will have its own. */
export function preflightHeaders({ headers }: IncomingMessage): Record<string, string> {
  const method = headers["access-control-request-method"];
  const names = headers["access-control-request-headers"];
  return {
    ...corsHeaders(headers),
    "Access-Control-Allow-Methods": String(method),
    ...(names !== undefined && { "Access-Control-Allow-Headers": names }),
    "Access-Control-Max-Age": "0",
    "Cache-Control": "no-store",
    Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}
