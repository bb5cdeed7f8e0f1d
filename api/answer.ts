import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** An answer, whatever it is sent with. */
export interface Answer {
  status: number;
  headers: Record<string, string | number>;
  body?: Buffer;
}

/** Sends an answer; to HEAD without its body. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body) headers["Content-Length"] = body.length;
  response.writeHead(status, headers).end(body);
}

/** Writes an answer to a bare socket and closes it: for what Node does not take for a request to answer. */
export function writeAnswer(socket: Duplex, { status, headers, body = Buffer.alloc(0) }: Answer): void {
  // Node takes its own listener away from a socket that it hands out.
  socket.on("error", () => socket.destroy());
  if (socket.destroyed || !socket.writable) return;
  const all = {
    ...headers,
    "Content-Length": body.length,
    Date: new Date().toUTCString(),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
}
