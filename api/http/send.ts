import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Head, headersOf, type Reply } from "./reply.ts";
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

/**
 * A head as Node wrote it, without the value of the header that varies. Only that value and the date differ between
 * requests, and writing a head anew is a sixth of a reply's cost.
 */
interface KeptHead {
  /** The time in its `Date`, in seconds since the epoch. */
  second: number;
  /** Empty until the head is sent twice in that second: a head that is sent once is not worth keeping. */
  before: string;
  after: string;
}

const keptHeads = new WeakMap<Head, KeptHead>();

/**
 * The field where Node keeps a head until it is sent. It is undocumented: if it is missing or read-only, nothing is
 * kept.
 */
type Response = ServerResponse & { _header?: string | null };

/**
 * Writes a head with the value of the header that varies. That value is not checked and must never come from a request.
 * Node writes the head itself once a second, and for a client that closes its connection or uses HTTP/1.0, or if other
 * code has set a header.
 */
export function writeHead(response: Response, head: Head, value = ""): void {
  const { status } = head;
  const kept = keptHeads.get(head);
  const second = Math.floor(Date.now() / 1000);
  const isAgain = kept?.second === second;
  const isUsual =
    response.shouldKeepAlive && response.req.httpVersionMinor === 1 && response.getHeaderNames().length === 0;
  if (isUsual && isAgain && kept.before !== "") {
    response.statusCode = status;
    response.statusMessage = STATUS_CODES[status] ?? "";
    response._header = kept.before + value + kept.after;
    return;
  }
  response.writeHead(status, headersOf(head, value));
  if (!isAgain) keptHeads.set(head, { second, before: "", after: "" });
  // Node may have decided meanwhile to close this connection.
  else if (isUsual && response.shouldKeepAlive) keep(kept, head, value, response);
}

function keep(kept: KeptHead, { varying }: Head, value: string, response: Response): void {
  const { value: written, writable } = Object.getOwnPropertyDescriptor(response, "_header") ?? {};
  if (typeof written !== "string" || !writable) return;
  // Node updates its date once a second, and may be late.
  if (!written.includes(`\r\nDate: ${new Date(kept.second * 1000).toUTCString()}\r\n`)) return;
  const parts = varying === undefined ? [written, ""] : around(written, varying, value);
  if (parts) [kept.before = "", kept.after = ""] = parts;
}

/** The text before and after a header's value; undefined if that header is missing or occurs more than once. */
function around(written: string, name: string, value: string): string[] | undefined {
  const [before, after, more] = written.split(`\r\n${name}: ${value}\r\n`);
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  return [`${before}\r\n${name}: `, `\r\n${after}`];
}
