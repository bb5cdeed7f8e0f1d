import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Header names and values in turn, as Node writes them fastest. */
export type RawHeaders = (string | number)[];

/** An answer, whatever it is sent with. */
export interface Reply {
  status: number;
  headers: RawHeaders;
  body: Buffer;
}

/** How long a client may take to read the last of its answer, in ms. */
const lingerMs = 1000;

export const noBody = Buffer.alloc(0);

/** The names and values of a record in turn. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flat();
}

/** Sends an answer; to HEAD without its body. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]).end(body);
}

/** Writes an answer to a bare socket and closes it: for what Node does not take for a request to answer. */
export function writeReply(socket: Duplex, { status, headers, body }: Reply): void {
  // Node takes its own listener away from a socket that it hands out.
  socket.on("error", () => socket.destroy());
  if (socket.destroyed || !socket.writable) return;
  const all = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  const lines = all.map((part, index) => `${part}${index % 2 === 0 ? ": " : "\r\n"}`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.write(body);
  hangUp(socket);
}

/** Lets go of a socket when what was written is on its way, and soon in any case: its client may never do so. */
export function hangUp(socket: Duplex): void {
  socket.end();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
