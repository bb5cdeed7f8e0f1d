import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Where Node keeps the response that is being sent on a connection; those to later requests wait until it closes. That
 * is not documented, though Node's own error handlers look there, too: without it, no reply seems to be under way.
 */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** Whether the reply to a request on this connection is still incomplete. */
export function isAnswering({ _httpMessage: response }: Connection): boolean {
  return Boolean(response);
}

/** Whether the current request on a connection has come whole, or its reply has begun. */
export function hasAsked({ _httpMessage: response }: Connection): boolean {
  return Boolean(response?.headersSent || response?.req.complete);
}

/** Whether a client has had its whole reply and is still sending the request. */
export function isOnlySending({ _httpMessage: response, writableLength }: Connection): boolean {
  return Boolean(response?.headersSent && !response.req.complete && writableLength === 0);
}

/**
 * Calls `next` when all requests that have come whole over a connection have their replies, with the response to the
 * one still arriving, if any. It is not called if the connection closes before.
 */
export function whenAnswered(
  connection: Connection,
  next: (unfinished: ServerResponse | undefined) => void,
): void {
  const { _httpMessage: response } = connection;
  if (response?.req.complete) response.once("close", () => whenAnswered(connection, next));
  else next(response ?? undefined);
}
