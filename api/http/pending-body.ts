import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The last request with a body on each connection. */
const requests = new WeakMap<Socket, IncomingMessage>();

/** Remembers a request that has a body, which may still come when it has been answered. */
export function noteBody(request: IncomingMessage): void {
  requests.set(request.socket, request);
}

/** Whether the body of a request that has its answer is still to come on this connection. */
export function isBodyPending(socket: Socket): boolean {
  return requests.get(socket)?.complete === false;
}
