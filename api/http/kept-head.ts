import { type ServerResponse, STATUS_CODES } from "node:http";

/**
 * The head of a reply as Node put it together, apart from the value of the last header that it was given. That value
 * and the date are all that differs from one request to the next, and putting a head together is a sixth of what a
 * reply costs.
 */
export interface KeptHead {
  /** The second that its `Date` names, since the epoch. */
  second: number;
  before: string;
  after: string;
}

/** Where Node has a head until it is sent. That is not documented: if it is missing or cannot be written, none is kept. */
type Response = ServerResponse & { _header?: string | null };

/** A head of which nothing is known yet. */
export function newHead(): KeptHead {
  return { second: -1, before: "", after: "" };
}

/**
 * Writes the head of a reply that is the same for everybody but for the value of the last header, which is not checked
 * again and must never come from a request. Node puts it together once a second, and for each client that does not keep
 * its connection, speaks an older HTTP, or is to get a header that somebody else has set.
 */
export function writeKeptHead(kept: KeptHead, response: Response, status: number, headers: string[]): void {
  const second = Math.floor(Date.now() / 1000);
  const isUsual =
    response.shouldKeepAlive && response.req.httpVersionMinor === 1 && response.getHeaderNames().length === 0;
  if (isUsual && kept.second === second) {
    response.statusCode = status;
    response.statusMessage = STATUS_CODES[status] ?? "";
    response._header = `${kept.before}${headers.at(-1)}${kept.after}`;
  } else {
    response.writeHead(status, headers);
    // Node may have decided meanwhile that this client does not keep its connection.
    if (isUsual && response.shouldKeepAlive) keep(kept, response, headers, second);
  }
}

function keep(kept: KeptHead, response: Response, headers: string[], second: number): void {
  const { value: written, writable } = Object.getOwnPropertyDescriptor(response, "_header") ?? {};
  if (typeof written !== "string" || !writable) return;
  const [name, value] = headers.slice(-2);
  const [before, after, more] = written.split(`\r\n${name}: ${value}\r\n`);
  if (before === undefined || after === undefined || more !== undefined) return;
  // Node asks for the date once a second, and may be late.
  if (!written.includes(`\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n`)) return;
  kept.second = second;
  kept.before = `${before}\r\n${name}: `;
  kept.after = `\r\n${after}`;
}
