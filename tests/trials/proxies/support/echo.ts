import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a server got it. */
export interface Received {
  method: string;
  /** With its query, exactly as it was sent. */
  path: string;
  headers: IncomingHttpHeaders;
}

export type Echo = Awaited<ReturnType<typeof startEcho>>;

/** Starts a server that replies to every request with its name, and keeps the requests. */
export async function startEcho(name: string, status: number) {
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
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    /** Sends the replies to the requests for `/slow`, which wait for this. */
    release: () => waiting.splice(0).forEach((reply) => void reply()),
    stop,
    /** Takes no more connections. Requests under way still get their replies. */
    endInOrder: () => void server.close(),
  };
}
