import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The last request with a body on each connection. */
const requests = new WeakMap<Socket, IncomingMessage>();

/** Remembers a request with a body, which may still be arriving after the reply. */
export function noteBody(request: IncomingMessage): void {
  requests.set(request.socket, request);
}

/** Whether the body of an answered request is still arriving on this connection. */
export function isBodyPending(socket: Socket): boolean {
  return requests.get(socket)?.complete === false;
}
