import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a server got it. */
export interface Received {
  method: string;
  /** Its path and query, word for word. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** A server that says who it is, and keeps what it gets. */
export interface Echo {
  port: number;
  url: string;
  received: Received[];
  /** Lets the requests for `/slow` have their reply, which wait for it. */
  release(): void;
  stop(): void;
  /** Takes no more connections, as an app does that ends in order: what it has may still get its reply. */
  endInOrder(): void;
}

/** Starts a server that replies to every request with its name. */
export async function startEcho(name: string, status: number): Promise<Echo> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers });
    const reply = () => response.writeHead(status).end(name);
    if (path === "/slow") waiting.push(reply);
    else request.resume().on("end", reply);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const release = () => {
    for (const reply of waiting.splice(0)) reply();
  };
  const endInOrder = () => {
    server.close();
  };
  return { port, url: `http://127.0.0.1:${port}`, received, release, stop, endInOrder };
}
