import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenHere } from "./servers.ts";

/** A reply of the service's, its header names in lower case. */
export interface Spoiled {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** What a front replies; it may change the request and ask the service, whose body then has no content coding. */
export type Spoil = (incoming: IncomingMessage, ask: () => Promise<Spoiled>) => Spoiled | Promise<Spoiled>;

interface SpoilingFront {
  url: string;
  /** What came, as `GET /path`, and the heads of it, the latest last. */
  log: string[];
  heads: string[];
}

/** Starts a front before a service that makes something else of its replies. */
export async function startSpoilingFront(service: string, spoil: Spoil): Promise<SpoilingFront> {
  const log: string[] = [];
  const heads: string[] = [];
  const server = createServer(async (incoming, response) => {
    log.push(`${incoming.method} ${incoming.url}`);
    heads.push(incoming.rawHeaders.join("\n"));
    const body = await buffer(incoming);
    const ask = async (): Promise<Spoiled> => {
      const { method, url, headers } = incoming;
      const plain = { ...headers, "accept-encoding": "identity" };
      const onward = request(`${service}${url}`, { method, headers: plain });
      const reply = await new Promise<IncomingMessage>((resolve, reject) =>
        onward.on("response", resolve).on("error", reject).end(body),
      );
      return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) };
    };
    const spoiled = await spoil(incoming, ask);
    // What a front has changed has another length.
    const { "content-length": _, ...kept } = spoiled.headers;
    response.writeHead(spoiled.status, kept).end(spoiled.body);
  });
  return { url: await listenHere({ server, protocol: "http" }), log, heads };
}
