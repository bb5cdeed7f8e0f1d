import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestOverHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestOverHttps } from "node:https";
import type { Socket } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { type Deadline, deadlineIn } from "../../../../data/time/deadline.ts";

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** What is sent to the origin that is asked. */
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
  /** Without its content coding. */
  body: Buffer;
  /** What is wrong with the body, if it could not be read to its end. */
  bodyFault?: string;
  /** Which of this machine's addresses asked, and which was asked. */
  from: string;
  at: string;
}

/** No reply, and why. */
export interface NoReply {
  noReply: string;
}

/** Asks an origin; redirects are not followed, and no cookie is kept. Never rejects. */
export type Ask = (sent: Sent) => Promise<SeenReply | NoReply>;

/** How long one request may take, and all of them together, in ms. */
const requestTimeoutMs = 15_000;
export const allRequestsMs = 90_000;
/** The page has 14 KB when it is compressed, and its script 64 KB when it is not. */
const maxBodyBytes = 4 * 1024 * 1024;

/** What each request has, as a browser's has; the name says in the logs of the app and its proxies who asked. */
const ofVisitors = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, br",
  "Accept-Language": "en",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-check)",
};

/** What asks an origin, each time over a connection of its own, and no more once the deadline has come. */
export function createAsk(
  origin: string,
  deadline: Deadline = deadlineIn(allRequestsMs),
  eachMs = requestTimeoutMs,
): Ask {
  return (sent) => {
    const timeoutMs = Math.min(eachMs, deadline.timeLeftMs());
    return timeoutMs > 0 ? askOnce(origin, sent, timeoutMs) : Promise.resolve({ noReply: outOfTime });
  };
}

const outOfTime = "not in time";

async function askOnce(origin: string, sent: Sent, timeoutMs: number): Promise<SeenReply | NoReply> {
  const { method = "GET", path, headers, body } = sent;
  const isTls = origin.startsWith("https:");
  // Browsers keep their connections: whoever says that it closes them may lose the reply to an upload.
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const length = body && { "Content-Length": body.length };
  const options = { method, path, agent, headers: { ...ofVisitors, ...length, ...headers } };
  const request = isTls ? requestOverHttps(origin, options) : requestOverHttp(origin, options);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => request.destroy(new Error(outOfTime)), timeoutMs);
      // What becomes of the connection once there is a reply is the business of whoever reads that.
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

/** Why something failed, in as few words as there are; Node may have found several reasons. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  const first = errors?.[0]?.message ?? message;
  return first || code || "no reason is known";
}

/** A body without its content coding; throws if it has none that is known, is broken, or would be longer than that. */
function decode(body: Buffer, coding: string | undefined, maxOutputLength: number): Buffer {
  // The reply to HEAD says how its body would be coded.
  if (coding === undefined || coding === "identity" || body.length === 0) return body;
  const decoder = decoders[coding.trim().toLowerCase()];
  if (!decoder) throw new Error("its content coding is unknown");
  return decoder(body, { maxOutputLength });
}
