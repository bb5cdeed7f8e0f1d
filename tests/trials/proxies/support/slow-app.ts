import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";

/** A change that the app has made: for which request, and when, in ms. */
export interface Written {
  id: string;
  at: number;
}

/** An app that takes seconds for each request, changes something for each that has a body, and counts what becomes of them. */
export interface SlowApp {
  port: number;
  /** When the app began each request, by the request's id, in ms. */
  begun: Map<string, number>;
  written: Written[];
  /** Requests that were cut off before the app had replied. */
  cut: string[];
  /** How many requests of a kind the app has begun and not replied to, or of all kinds. */
  underWay(kind?: string): number;
}

/** How long the app takes for a request after having read it, in ms: from 2 s to 5 s, the same for the same one. */
const workMs = (id: string): number =>
  2_000 + (createHash("md5").update(id).digest().readUInt16BE() * 3_000) / 2 ** 16;

/** Starts the app on a port of its own, until the test ends. */
export async function startSlowApp(): Promise<SlowApp> {
  const begun = new Map<string, number>();
  const written: Written[] = [];
  const cut: string[] = [];
  const working = new Map<string, string>();
  const sockets = new Set<Duplex>();
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const [id, kind] = [String(headers["x-id"]), String(headers["x-kind"])];
    begun.set(id, Date.now());
    working.set(id, kind);
    response.on("close", () => {
      working.delete(id);
      if (!response.writableFinished) cut.push(`${kind} ${id}`);
    });
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length)).on("error", () => {});
    request.on("end", () =>
      setTimeout(() => {
        if (method === "POST") written.push({ id, at: Date.now() });
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ id, bytes }));
      }, workMs(id)),
    );
  });
  server.on("upgrade", (request, socket) => {
    const { "x-id": id, "sec-websocket-key": key } = request.headers;
    begun.set(String(id), Date.now());
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
    socket.on("error", () => {}).write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
    sockets.add(socket.pipe(socket));
  });
  // An app that closes a connection that the proxy keeps loses requests with every proxy.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 1024, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const underWay = (kind?: string): number =>
    kind === undefined ? working.size : [...working.values()].filter((each) => each === kind).length;
  return { port, begun, written, cut, underWay };
}
