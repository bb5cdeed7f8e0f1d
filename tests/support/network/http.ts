import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Asked {
  /** The target exactly as it is sent. */
  url?: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  payload?: string;
}

/** A reply as it came, its body still encoded in `rawPayload`. */
export interface Reply {
  statusCode: number;
  headers: IncomingHttpHeaders;
  rawPayload: Buffer;
  body: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it expects.
  json(): any;
}

/** The header by which a browser asks for a page. */
export const forPage = { accept: "text/html" };

/** The body of the reply to a browser. */
export async function pageAt(url: string): Promise<string> {
  return (await fetch(url, { headers: forPage })).text();
}

export type Ask = (asked: Asked) => Promise<Reply>;

/**
 * Returns a function that asks the server at an origin, over connections that stay open. Unlike `fetch`, it sends a path
 * as it is, and adds no headers but `Host` and `Connection`.
 */
export function asking(origin: string): Ask {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  return async ({ url: path = "/", method = "GET", headers = {}, payload }) => {
    const sent = request({ hostname, port, path, method, headers, agent });
    // After its reply, a server may cut off what is still sent.
    sent.on("error", () => {}).end(payload);
    const [reply] = await once(sent, "response");
    const rawPayload = await buffer(reply);
    const body = rawPayload.toString();
    const { statusCode = 0, headers: fields } = reply;
    return { statusCode, headers: fields, rawPayload, body, json: () => JSON.parse(body) };
  };
}

/** Sends bytes over a socket of its own. Returns all that comes back until the server closes. */
export async function exchange(origin: string, bytes: string | Buffer): Promise<string> {
  return (await exchangeBytes(origin, bytes)).toString();
}

/** The same in bytes. */
export async function exchangeBytes(origin: string, bytes: string | Buffer): Promise<Buffer> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(bytes);
  return buffer(socket);
}
