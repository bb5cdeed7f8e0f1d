import { type ServerResponse, STATUS_CODES } from "node:http";
import { type Head, headersOf } from "../reply.ts";

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

/** The kept heads. An entry disappears with its head. */
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
