import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import {
  connectionLookIntervalMs,
  isBodyOverdue,
  isBodyTooLarge,
  limits,
  maxConnections,
  unreadTimeoutMs,
} from "./request-body.ts";

/** The part of Fastify's options that keeps it from loading its compilers of schemas: no route has a schema. */
export const schemaController = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

function refuseSchema(): never {
  throw new Error("A route has a schema, and no compiler for it is loaded.");
}

const reasons: Record<string, string> = {
  EADDRINUSE: "another program is listening there",
  EACCES: "this user is not allowed to",
  EADDRNOTAVAIL: "this machine does not have that address",
  EAFNOSUPPORT: "this machine has no IPv6: use 0.0.0.0",
  ENOTFOUND: "that host name cannot be resolved",
  EAI_AGAIN: "that host name cannot be resolved",
};

/**
 * A server with our limits. It calls the listener at once, even for a client that waits for `100 Continue`. It calls
 * `tooMany` with the maximum when there are more connections.
 */
export function createHttpServer(listener: RequestListener, tooMany: (most: number) => void): Server {
  const continuing: RequestListener = (request, response) => {
    if (!isBodyTooLarge(request)) response.writeContinue();
    listener(request, response);
  };
  const server = createServer(limits, inTurn(listener))
    .on("checkContinue", inTurn(continuing))
    .on("checkExpectation", inTurn(listener));
  keepUnanswered(server, guardConnections(server, tooMany));
  // Node would hide headers after the first two thousand. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  return server;
}

/** The request on each connection that came before the reply to an earlier one was out. */
const waiting = new WeakMap<Socket, ServerResponse>();

/**
 * Calls the listener for one request of a connection at a time. One may wait, because the end of a body and the next
 * request can arrive together. If more do, the connection closes after the reply to that one, because a packet can hold
 * thousands of requests.
 */
function inTurn(listener: RequestListener): RequestListener {
  return (request, response) => {
    // A response gets the socket when it is its turn.
    if (response.socket) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    const first = waiting.get(socket);
    if (first) {
      first.shouldKeepAlive = false;
      return;
    }
    waiting.set(socket, response);
    response.once("socket", () => {
      waiting.delete(socket);
      listener(request, response);
    });
  };
}

/** The error for an address that we cannot listen on, with the two settings that name it. */
export function listenFailed(
  host: string,
  port: number,
  settings: [host: string, port: string],
  cause: unknown,
): NoticeError {
  const isTaken = (cause as NodeJS.ErrnoException).code === "EADDRINUSE";
  const reason = listenFault(cause);
  return new NoticeError("LISTEN_FAILED", { host, port, settings, reason, isTaken }, { cause });
}

export function listenFault(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/** How often `tooMany` is called, in ms. */
const tellIntervalMs = 60_000;

/**
 * Guards the connections of a server: closes those with slow bodies or unread replies, and the oldest idle one when
 * there are too many. One timer serves all, as a timer for each would restart with every request. Calls `tooMany` with
 * the maximum, at most once a minute. Returns a function that lists the connections on which nothing has been sent yet.
 */
export function guardConnections(server: Server, tooMany: (most: number) => void): () => Socket[] {
  /** Each connection with the bytes that it had received at the last look, those that were quiet longest first. */
  const all = new Map<Socket, number>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const drop = (socket: Socket): void => {
    all.delete(socket);
    socket.destroy();
  };
  const moveToEnd = (socket: Socket): void => {
    all.delete(socket);
    all.set(socket, socket.bytesRead);
  };
  /** The connection that has been quiet longest of those that wait for no reply. */
  const oldestIdle = (): Socket | undefined => {
    for (const [socket, bytesRead] of all) {
      if (isAnswering(socket)) continue;
      if (socket.bytesRead === bytesRead) return socket;
      // It has received something since the last look. The loop comes to it again at the end.
      moveToEnd(socket);
    }
    return undefined;
  };
  server.on("connection", (socket: Socket) => {
    if (all.size >= maxConnections) {
      const now = performance.now();
      if (now - toldAt >= tellIntervalMs) {
        toldAt = now;
        tooMany(maxConnections);
      }
      const oldest = oldestIdle();
      if (!oldest) {
        socket.destroy();
        return;
      }
      drop(oldest);
    }
    all.set(socket, 0);
    socket.once("close", () => all.delete(socket));
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, bytesRead] of [...all]) {
      if (isBodyOverdue(socket, now)) drop(socket);
      else if (socket.bytesRead !== bytesRead) moveToEnd(socket);
      // Node's timeout restarts whenever some of the reply is read, and has its usual length again after each reply.
      if (socket.writableLength > 0 && socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
    }
  }, connectionLookIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
  return () => [...all.keys()].filter(({ bytesWritten }) => bytesWritten === 0);
}

/**
 * The field where Node keeps the response that it is sending on a connection; later responses wait until it closes. It
 * is undocumented, but Node's own error handlers use it. Without it, no reply seems to be in progress.
 */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

function isAnswering({ _httpMessage: response }: Connection): boolean {
  return Boolean(response);
}

/**
 * Calls `next` once all complete requests on a connection have their replies, with the response to a request that is
 * still arriving, if any. It is not called if the connection closes before.
 */
export function whenAnswered(
  connection: Connection,
  next: (unfinished: ServerResponse | undefined) => void,
): void {
  const { _httpMessage: response } = connection;
  if (response?.req.complete) response.once("close", () => whenAnswered(connection, next));
  else next(response ?? undefined);
}

/** How long we wait for an idle turn of the event loop, in ms: under full load there is none. */
const maxIdleWaitMs = 500;
/** How long such a turn may take, in ms. */
const idleTurnMs = 0.5;

/**
 * Stops accepting connections. That would cut off connections which the kernel has accepted and the server has not. So
 * it waits for an idle turn of the event loop, in which nobody connected.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  // With idle connections to close, `close` would not stop listening at once.
  server.closeIdleConnections();
  // From here on, each turn accepts the waiting connections.
  await setImmediate();
  for (const begun = performance.now(); performance.now() - begun < maxIdleWaitMs; ) {
    const [before, started] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - started < idleTurnMs) break;
  }
  server.close();
}

/**
 * When a server closes its idle connections, keeps those open that have had no reply. Node 26 takes a connection for
 * idle if it has not read from it yet, even if a request has arrived.
 * @see https://github.com/nodejs/node/pull/63470
 */
function keepUnanswered(server: Server, unanswered: () => Socket[]): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const kept = unanswered();
    // Node has no way to exclude connections.
    for (const socket of kept) socket.destroy = () => socket;
    closeIdle();
    for (const socket of kept) Reflect.deleteProperty(socket, "destroy");
  };
}
