import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestOverHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestOverHttps } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { type Deadline, deadlineIn } from "../../../../data/time/deadline.ts";

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A request to the origin. */
export interface Sent {
  method?: string;
  /** The path and the query, as they are sent. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
}

/** A reply as a visitor gets it. */
export interface SeenReply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded. */
  body: Buffer;
  /** Why the body could not be read to its end. */
  bodyFault?: string;
  /** The address of this machine that asked, and the address that answered. */
  from: string;
  at: string;
}

/** The reason for no reply. */
export interface NoReply {
  noReply: string;
}

/** Asks an origin; redirects are not followed, and no cookie is kept. Never rejects. */
export type Ask = (sent: Sent) => Promise<SeenReply | NoReply>;

/** How long one request may take, and all of them together, in ms. */
const requestTimeoutMs = 15_000;
export const allRequestsMs = 90_000;
/** Far more than the page (14 KB compressed) or its script (64 KB uncompressed). */
const maxBodyBytes = 4 * 1024 * 1024;

/** The headers of a browser. The User-Agent tells the logs of the app and its proxies who asked. */
const ofVisitors = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, br",
  "Accept-Language": "en",
  // A page load is one even if a proxy removes `Accept`.
  "Sec-Fetch-Mode": "navigate",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-check)",
};

/** Returns a function that asks an origin, each time over a new connection, until the deadline. */
export function createAsk(
  origin: string,
  deadline: Deadline = deadlineIn(allRequestsMs),
  { eachMs = requestTimeoutMs, resolve }: { eachMs?: number; resolve?: string | undefined } = {},
): Ask {
  return (sent) => {
    const timeoutMs = Math.min(eachMs, deadline.timeLeftMs());
    return timeoutMs > 0
      ? askOnce(origin, sent, timeoutMs, resolve)
      : Promise.resolve({ noReply: outOfTime });
  };
}

/** Why there is no reply from a server that hangs. */
export const outOfTime = "not in time";

async function askOnce(
  origin: string,
  sent: Sent,
  timeoutMs: number,
  resolve?: string,
): Promise<SeenReply | NoReply> {
  const { method = "GET", path, headers, body } = sent;
  const isTls = origin.startsWith("https:");
  // Like browsers, keep connections alive: with `Connection: close`, the reply to an upload may be lost.
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const length = body && { "Content-Length": body.length };
  const found = resolve === undefined ? {} : { lookup: lookUpTo(resolve) };
  const options = { method, path, agent, headers: { ...ofVisitors, ...length, ...headers }, ...found };
  const request = isTls ? requestOverHttps(origin, options) : requestOverHttp(origin, options);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => request.destroy(new Error(outOfTime)), timeoutMs);
      // After the reply has begun, the code that reads it handles errors of the connection.
      request.on("error", (error) => resolve({ noReply: reasonOf(error) }));
      request.on("response", (message) => resolve(readReply(message, request.socket)));
      request.on("upgrade", () => resolve({ noReply: "another protocol than HTTP" }));
      request.end(body);
    });
  } finally {
    clearTimeout(timer);
    request.destroy();
    agent.destroy();
  }
}

/** Gives each name this address. */
const lookUpTo =
  (address: string): LookupFunction =>
  (_name, { all }, done) =>
    all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address));

async function readReply(message: IncomingMessage, socket: Socket | null): Promise<SeenReply> {
  const { statusCode: status = 0, headers } = message;
  const [from, at] = [socket?.localAddress ?? "?", `${socket?.remoteAddress ?? "?"}:${socket?.remotePort}`];
  const reply = { status, headers, from, at };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message) {
      size += chunk.length;
      if (size > maxBodyBytes) throw new Error(`it is longer than ${maxBodyBytes} bytes`);
      chunks.push(chunk);
    }
    const body = decode(Buffer.concat(chunks), headers["content-encoding"], maxBodyBytes);
    return { ...reply, body };
  } catch (error) {
    return { ...reply, body: Buffer.alloc(0), bodyFault: reasonOf(error) };
  }
}

/** A short reason for a failure; Node may report several. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  const first = errors?.[0]?.message ?? message;
  return first || code || "no reason is known";
}

/** Decodes a body; throws if its coding is unknown, if it is broken, or if the result is too long. */
function decode(body: Buffer, coding: string | undefined, maxOutputLength: number): Buffer {
  // A reply to HEAD has the coding of the body that GET would return.
  if (coding === undefined || coding === "identity" || body.length === 0) return body;
  const decoder = decoders[coding.trim().toLowerCase()];
  if (!decoder) throw new Error("its content coding is unknown");
  return decoder(body, { maxOutputLength });
}
