import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The field where Node keeps the response that it is sending on a connection; later responses wait until it closes. It
 * is undocumented, but Node's own error handlers use it. Without it, no reply seems to be in progress.
 */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** Whether the reply to a request on this connection is still incomplete. */
export function isAnswering({ _httpMessage: response }: Connection): boolean {
  return Boolean(response);
}

/**
 * Calls `next` once all complete requests on a connection have their replies, with the response to a request that is
 * still arriving, if any. It is not called if the connection closes before.
 */
export function whenAnswered(
  connection: Connection,
  next: (unfinished: ServerResponse | undefined) => void,
): void {
  const { _httpMessage: response } = connection;
  if (response?.req.complete) response.once("close", () => whenAnswered(connection, next));
  else next(response ?? undefined);
}
