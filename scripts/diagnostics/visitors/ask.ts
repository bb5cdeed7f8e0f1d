import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Deadline, deadlineIn } from "../../../data/time/deadline.ts";
import { shorten, showValue } from "../../../schema/text/text.ts";

/** A request to the origin: its path and query as they are sent. */
export type Sent = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: Buffer };

/** A reply as a visitor gets it, decoded, and both addresses. Its status is 0 if `fault` says why there is none. */
export interface SeenReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  fault?: string;
  from?: string | undefined;
  at?: string;
}

/** Asks an origin; redirects are not followed, and no cookie is kept. Never rejects. */
export type Ask = (sent: Sent) => Promise<SeenReply>;

/** How long one request may take, and all of them together, in ms. */
const [requestTimeoutMs, allRequestsMs] = [15_000, 90_000];
/** Far more than the page (14 KB compressed) or its script (64 KB uncompressed). */
const maxOutputLength = 4 * 1024 * 1024;
/** Why there is no reply from a server that hangs. */
export const outOfTime = "not in time";

/** The headers of a browser: a page load is one even if a proxy removes `Accept`. With `close`, uploads lose replies. */
const ofVisitors = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, br",
  "Accept-Language": "en",
  "Sec-Fetch-Mode": "navigate",
  Connection: "keep-alive",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-check)",
};

/** Returns a function that asks an origin, each time over a new connection, until the deadline. */
export function createAsk(
  origin: string,
  deadline: Deadline = deadlineIn(allRequestsMs),
  {
    eachMs = requestTimeoutMs,
    resolve: address = "",
  }: { eachMs?: number; resolve?: string | undefined } = {},
): Ask {
  const family = isIP(address);
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
  const request = origin.startsWith("https:") ? overHttps : overHttp;
  return async ({ path, method = "GET", headers, body }) => {
    const seen: SeenReply = { status: 0, headers: {}, body: Buffer.alloc(0) };
    const signal = AbortSignal.timeout(Math.ceil(Math.max(Math.min(eachMs, deadline.timeLeftMs()), 1)));
    const length = body && { "Content-Length": body.length };
    const sent = { method, path, headers: { ...ofVisitors, ...length, ...headers } };
    const asked = request(origin, { ...sent, signal, agent: false, ...(family && { lookup }) }).end(body);
    try {
      seen.body = await new Promise((done, fail) => {
        asked.on("error", fail).on("response", (message) => {
          const { statusCode: status, headers, socket } = message;
          const at = `${socket.remoteAddress}:${socket.remotePort}`;
          Object.assign(seen, { status, headers, from: socket.localAddress, at });
          readBody(message).then(done, fail);
        });
      });
    } catch (error) {
      const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
      seen.fault = signal.aborted ? outOfTime : (errors?.[0]?.message ?? message) || `${code}`;
    }
    asked.destroy();
    return seen;
  };
}

/** Reads and decodes a body; rejects if its coding is unknown, if it is broken or too long. */
async function readBody(message: AsyncIterable<Buffer> & { headers: IncomingHttpHeaders }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunks.push(chunk) && chunk.length;
    if (size > maxOutputLength) throw new Error(`it is longer than ${maxOutputLength} bytes`);
  }
  const body = Buffer.concat(chunks);
  const { "content-encoding": coding = "identity" } = message.headers;
  // A reply to HEAD has the coding of the body that GET would return.
  if (coding === "identity" || body.length === 0) return body;
  if (coding === "gzip") return gunzipSync(body, { maxOutputLength });
  if (coding === "br") return brotliDecompressSync(body, { maxOutputLength });
  throw new Error("its content coding is unknown");
}

/** A header of a reply; empty if it is absent. */
export const header = ({ headers }: SeenReply, name: string): string =>
  String(headers[name.toLowerCase()] ?? "");

/** A reply in a few words, safe for a terminal. */
export function inWords(reply: SeenReply): string {
  const { status, fault = "" } = reply;
  if (status === 0) return `no reply: ${shorten(fault, 200)}`;
  const type = header(reply, "Content-Type");
  return `${status}${type && `, ${showValue(type)}`}${fault && `, with an unreadable body: ${shorten(fault, 200)}`}`;
}
