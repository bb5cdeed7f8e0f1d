import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { guardConnections } from "./connections.ts";
import { limits } from "./limits.ts";
import { isBodyTooLarge } from "./request-body.ts";
import { keepUnanswered } from "./stop-listening.ts";

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

/** Why we cannot listen on an address, in words. */
export function listenFault(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
