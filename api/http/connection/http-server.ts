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
 * A server with our limits. It calls the listener at once, even for a client that waits to be told to send its body;
 * `tooMany` is called when there are more connections than `most`.
 */
export function createHttpServer(listener: RequestListener, tooMany: (most: number) => void): Server {
  const server = createServer(limits, listener)
    .on("checkContinue", (request, response) => {
      if (!isBodyTooLarge(request)) continueInTurn(request, response);
      listener(request, response);
    })
    .on("checkExpectation", listener);
  keepUnanswered(server, guardConnections(server, tooMany));
  // Node would hide all but the first two thousand headers from us; their total size is limited.
  server.maxHeadersCount = 0;
  return server;
}

/** The error that says why we cannot listen on the address that two settings name. */
export function listenFailed(
  host: string,
  port: number,
  settings: [host: string, port: string],
  cause: unknown,
): NoticeError {
  return new NoticeError("LISTEN_FAILED", { host, port, settings, reason: listenFault(cause) }, { cause });
}

/** Why we cannot listen on an address, in words. */
export function listenFault(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
