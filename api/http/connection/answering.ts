import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Where Node has the response that is being sent on a connection; those to later requests wait until it closes. That is
 * not documented, though Node's own handlers of errors look there, too: without it, nothing seems to be under way.
 */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** Whether the reply to a request on this connection is still incomplete. */
export function isAnswering({ _httpMessage: response }: Connection): boolean {
  return Boolean(response);
}

/** Whether the request that a connection is at has come whole, or its reply has begun. */
export function hasAsked({ _httpMessage: response }: Connection): boolean {
  return Boolean(response?.headersSent || response?.req.complete);
}

/** Whether a client has had its whole reply and is still sending the request. */
export function isOnlySending({ _httpMessage: response, writableLength }: Connection): boolean {
  return Boolean(response?.headersSent && !response.req.complete && writableLength === 0);
}

/**
 * Calls `next` when every request that has come whole over a connection has its reply, with the response to the one that
 * has not, if there is one. It is not called if the connection closes before.
 */
export function whenAnswered(
  connection: Connection,
  next: (unfinished: ServerResponse | undefined) => void,
): void {
  const { _httpMessage: response } = connection;
  if (response?.req.complete) response.once("close", () => whenAnswered(connection, next));
  else next(response ?? undefined);
}
