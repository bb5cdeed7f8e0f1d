import { createHash } from "node:crypto";
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

/** @see https://www.rfc-editor.org/rfc/rfc6455#section-1.3 */
const websocketId = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Starts a server that replies to every request, and to all that comes over a websocket, with its name. */
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
  server.on("upgrade", (request, socket) => {
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers });
    // HAProxy does not pass on a reply that does not prove to have read the request's key.
    const accept = createHash("sha1")
      .update(`${headers["sec-websocket-key"]}${websocketId}`)
      .digest("base64");
    const lines = ["Connection: Upgrade", "Upgrade: websocket", `Sec-WebSocket-Accept: ${accept}`];
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.on("data", (bytes: Buffer) => socket.write(`${name} got ${bytes}\n`));
    socket.on("end", () => socket.end()).on("error", () => {});
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
