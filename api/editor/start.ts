import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { createHttpServer, listenFault, stopListening } from "../http/http-server.ts";
import { buildEditor } from "./app.ts";
import type { EditorParts } from "./parts.ts";

/** How long a request, its body included, may take to arrive, in ms. */
const editorRequestTimeoutMs = 30_000;
/** How long a client may take to finish once we are told to stop, in ms. */
const closeTimeoutMs = 3000;

/** Where the editor listens, and its origin in browsers if that differs. */
export interface Address {
  host: string;
  port: number;
  origin?: string | undefined;
}

export interface Editor {
  origin: string;
  port: number;
  /** Finishes the replies in progress, and resolves when there are none left. */
  stop(): Promise<void>;
}

/**
 * Starts the editor's service.
 * @throws NoticeError ADDRESS_UNUSABLE
 */
export async function startEditor(parts: Omit<EditorParts, "origin">, address: Address): Promise<Editor> {
  const lifecycle = { isClosing: false };
  // Requests that come before Fastify is ready, which it would fail: an open page asks as soon as it can.
  const early: [IncomingMessage, ServerResponse][] = [];
  let route: RequestListener = (...exchange) => void early.push(exchange);
  const server = createHttpServer(
    (request, response) => {
      // Node has given up on a request that came too slowly, and has replied.
      if (!request.socket.writable) return;
      // After a request to upgrade, Node drops the next request of the connection: do not keep it alive.
      if (lifecycle.isClosing || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      route(request, response);
    },
    (most) => parts.report(`All ${most} connections are in use: the oldest idle ones are closed.`),
  );
  server.requestTimeout = editorRequestTimeoutMs;
  try {
    await once(server.listen(address.port, address.host), "listening");
  } catch (cause) {
    const { host, port } = address;
    throw new NoticeError("ADDRESS_UNUSABLE", { host, port, reason: listenFault(cause) }, { cause });
  }
  const { port } = server.address() as AddressInfo;
  const origin = address.origin ?? originAt(address.host, port);
  let listener = route;
  const serve = (made: RequestListener) => {
    listener = made;
    return server;
  };
  const app = buildEditor({ ...parts, origin, serve });
  await app.ready();
  route = listener;
  for (const exchange of early) route(...exchange);
  return {
    origin,
    port,
    async stop() {
      lifecycle.isClosing = true;
      setTimeout(() => server.closeAllConnections(), closeTimeoutMs).unref();
      const closed = once(server, "close");
      await stopListening(server);
      await closed;
      await app.close();
    },
  };
}

/** The origin of a server on a loopback address, for browsers on this machine. */
function originAt(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
