import { type ServerResponse, STATUS_CODES } from "node:http";

/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = string[];

/** The head of a reply. One that is sent again and again is made once, for everybody. */
export interface Head {
  readonly status: number;
  /** The headers that are the same whenever it is sent. */
  readonly fixed: readonly string[];
  /** The name of the header whose value comes with each reply; undefined if there is none. */
  readonly varying: string | undefined;
  readonly kept: KeptHead;
}

/**
 * What Node put together, apart from the value of the header that varies. That value and the date are all that differs
 * from one request to the next, and putting a head together is a sixth of what a reply costs.
 */
interface KeptHead {
  /** The time in its `Date`, in seconds since the epoch. */
  second: number;
  before: string;
  after: string;
  /** The second in which Node was last asked for it: a head that is sent once is not worth keeping. */
  askedSecond: number;
}

/**
 * Where Node keeps a head until it is sent. That is not documented: if it is missing or cannot be written, none is
 * kept.
 */
type Response = ServerResponse & { _header?: string | null };

/** A head with a status, the headers that are always the same and, if there is one, the name of that which varies. */
export function createHead(status: number, fixed: readonly string[], varying?: string): Head {
  return { status, fixed, varying, kept: { second: -1, before: "", after: "", askedSecond: -1 } };
}

/** All headers of a head, with the value of the one that varies. */
export function headersOf({ fixed, varying }: Head, value = ""): RawHeaders {
  return varying === undefined ? [...fixed] : [...fixed, varying, value];
}

/**
 * Writes a head with the value of the header that varies, which is not checked again and must never come from a request.
 * Node puts it together once a second, and for each client that does not keep its connection, speaks an older HTTP, or is
 * to get a header that somebody else has set.
 */
export function writeHead(response: Response, head: Head, value = ""): void {
  const { status, kept } = head;
  const second = Math.floor(Date.now() / 1000);
  const isUsual =
    response.shouldKeepAlive && response.req.httpVersionMinor === 1 && response.getHeaderNames().length === 0;
  if (isUsual && kept.second === second) {
    response.statusCode = status;
    response.statusMessage = STATUS_CODES[status] ?? "";
    response._header = kept.before + value + kept.after;
    return;
  }
  const isAgain = kept.askedSecond === second;
  kept.askedSecond = second;
  response.writeHead(status, headersOf(head, value));
  // Node may have decided meanwhile that this client does not keep its connection.
  if (isUsual && isAgain && response.shouldKeepAlive) keep(head, value, response, second);
}

function keep({ varying, kept }: Head, value: string, response: Response, second: number): void {
  const { value: written, writable } = Object.getOwnPropertyDescriptor(response, "_header") ?? {};
  if (typeof written !== "string" || !writable) return;
  // Node updates its date once a second, and may be late.
  if (!written.includes(`\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n`)) return;
  const parts = varying === undefined ? [written, ""] : around(written, varying, value);
  if (!parts) return;
  [kept.before = "", kept.after = ""] = parts;
  kept.second = second;
}

/** What stands before and after the value of a header; undefined if that is not there, or more than once. */
function around(written: string, name: string, value: string): string[] | undefined {
  const [before, after, more] = written.split(`\r\n${name}: ${value}\r\n`);
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  return [`${before}\r\n${name}: `, `\r\n${after}`];
}
