import type { ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { headersOf, type Reply } from "../reply.ts";
import { writeHead } from "./kept-head.ts";
import { discardBody, isBodyTooLarge, isDiscarding } from "./request-body.ts";

/** How long a client may take to read the end of its reply, in ms. */
const lingerMs = 1000;

/** Sends a reply; for HEAD, without its body. */
export function send(response: ServerResponse, { head, varyingValue, body }: Reply): void {
  writeHead(response, head, varyingValue);
  if (body.length > 0) response.end(body);
  else response.end();
}

/**
 * Sends a reply at once, then discards the request's body before it ends the response. Node closes a connection that is
 * not kept alive when the response ends, and a client that is still sending would lose its reply.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function sendBeforeBody(response: ServerResponse, { head, varyingValue, body }: Reply): void {
  const { req: request } = response;
  const { socket } = request;
  const isTooLarge = isBodyTooLarge(request);
  if (isTooLarge) response.shouldKeepAlive = false;
  response.writeHead(head.status, headersOf(head, varyingValue));
  if (body.length > 0 && request.method !== "HEAD") response.write(body);
  else response.flushHeaders();
  if (isTooLarge) socket.end();
  discardBody(request, () => (isTooLarge ? socket.destroy() : response.end()));
}

/** Writes a reply to a bare socket and closes it, for requests that Node itself does not answer. */
export function writeReply(socket: Duplex, { head, varyingValue, body }: Reply): void {
  if (socket.destroyed || !socket.writable) return;
  const { status } = head;
  const all = [...headersOf(head, varyingValue), "Date", new Date().toUTCString(), "Connection", "close"];
  const lines = all.map((part, index) => `${part}${index % 2 === 0 ? ": " : "\r\n"}`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.write(body);
  hangUp(socket);
}

/**
 * Ends a socket after everything is written, and soon destroys it, as its client may never close. A client that is
 * still sending a body would lose its reply: its connection is left to the limits of a body.
 */
export function hangUp(socket: Duplex): void {
  socket.end();
  setTimeout(() => isDiscarding(socket) || socket.destroy(), lingerMs).unref();
}
