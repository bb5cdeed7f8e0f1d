import { createServer, type RequestListener, type Server } from "node:http";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { guardConnections } from "./connections.ts";
import { continueInTurn } from "./continue-in-turn.ts";
import { limits } from "./limits.ts";
import { isBodyTooLarge } from "./request-body.ts";
import { keepUnanswered } from "./stop-listening.ts";

const reasons: Record<string, string> = {
  EADDRINUSE: "another program is listening there",
  EACCES: "this user is not allowed to",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "that host name cannot be resolved",
  EAI_AGAIN: "that host name cannot be resolved",
};

/**
 * A server with our limits. It calls the listener at once, even for a client that waits for `100 Continue`. It calls
 * `tooMany` with the maximum when there are more connections.
 */
export function createHttpServer(listener: RequestListener, tooMany: (most: number) => void): Server {
  const server = createServer(limits, listener)
    .on("checkContinue", (request, response) => {
      if (!isBodyTooLarge(request)) continueInTurn(request, response);
      listener(request, response);
    })
    .on("checkExpectation", listener);
  keepUnanswered(server, guardConnections(server, tooMany));
  // Node would hide headers after the first two thousand. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  return server;
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
