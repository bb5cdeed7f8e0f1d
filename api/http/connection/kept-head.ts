import { type ServerResponse, STATUS_CODES } from "node:http";
import { type Head, headersOf } from "../reply.ts";

/**
 * What Node put together, apart from the value of the header that varies. That value and the date are all that differs
 * from one request to the next, and putting a head together is a sixth of what a reply costs.
 */
interface KeptHead {
  /** The time in its `Date`, in seconds since the epoch. */
  second: number;
  /** Empty until the head is sent again in that second: one that is sent once is not worth keeping. */
  before: string;
  after: string;
}

/** What is kept of a head, for as long as somebody may send it again. */
const keptHeads = new WeakMap<Head, KeptHead>();

/**
 * Where Node keeps a head until it is sent. That is not documented: if it is missing or cannot be written, none is
 * kept.
 */
type Response = ServerResponse & { _header?: string | null };

/**
 * Writes a head with the value of the header that varies, which is not checked again and must never come from a request.
 * Node puts it together once a second, and for each client that does not keep its connection, speaks an older HTTP, or is
 * to get a header that somebody else has set.
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
  // Node may have decided meanwhile that this client does not keep its connection.
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

/** What stands before and after the value of a header; undefined if that is not there, or more than once. */
function around(written: string, name: string, value: string): string[] | undefined {
  const [before, after, more] = written.split(`\r\n${name}: ${value}\r\n`);
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  return [`${before}\r\n${name}: `, `\r\n${after}`];
}
