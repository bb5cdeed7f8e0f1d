import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = (string | number)[];

/** A reply, however it is sent. */
export interface Reply {
  status: number;
  headers: RawHeaders;
  body: Buffer;
}

/** How long a client may take to read the end of its reply, in ms. */
const lingerMs = 1000;

export const noBody = Buffer.alloc(0);

/** The names and values of a record, alternating. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flat();
}

/** Sends a reply; for HEAD, without its body. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]).end(body);
}

/** Writes a reply to a bare socket and closes it, for what Node does not treat as a request to answer. */
export function writeReply(socket: Duplex, { status, headers, body }: Reply): void {
  // Node removes its own listener from a socket that it hands over.
  socket.on("error", () => socket.destroy());
  if (socket.destroyed || !socket.writable) return;
  const all = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  const lines = all.map((part, index) => `${part}${index % 2 === 0 ? ": " : "\r\n"}`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.write(body);
  hangUp(socket);
}

/** Ends a socket once everything is written, and destroys it soon after in any case: its client may never hang up. */
export function hangUp(socket: Duplex): void {
  socket.end();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
