import type { Socket } from "node:net";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Reply } from "../reply.ts";
import type { AskedRequest } from "../request-head.ts";
import { whenAnswered } from "./answering.ts";
import { unreadTimeoutMs } from "./limits.ts";
import { type ParserFault, readRefused } from "./refused-request.ts";
import { discardRest } from "./request-body.ts";
import { hangUp, writeReply } from "./send.ts";

/**
 * Replies to requests that Node cannot read completely. `makeReply` gets the fault, and the request if it could be
 * recovered. Earlier requests get their replies first.
 */
export function refuseUnreadable(
  makeReply: (fault: NoticeError, request?: AskedRequest) => Reply,
): (error: ParserFault, socket: Socket) => void {
  return (error, socket) =>
    refuseInTurn(socket, () => {
      const fault = faultOf(error.code);
      const request = readRefused(error);
      // A body may follow.
      if (request || fault.code === "HEADERS_TOO_LARGE") discardRest(socket);
      return makeReply(fault, request);
    });
}

/** Connections that were refused already: Node reports a fault for each further packet. */
const refused = new WeakSet<Socket>();

/**
 * Replies after the earlier requests have their replies, and closes the connection. A request whose body breaks off may
 * have its reply already: a second one would be taken for the reply to the next request.
 */
export function refuseInTurn(socket: Socket, makeReply: () => Reply): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  // Otherwise, data that still arrives would keep the connection active for ever.
  const unread = setTimeout(() => socket.destroy(), unreadTimeoutMs).unref();
  whenAnswered(socket, (unfinished) => {
    clearTimeout(unread);
    if (!socket.writable) return;
    if (unfinished?.headersSent) hangUp(socket);
    else writeReply(socket, makeReply());
  });
}

function faultOf(code: string | undefined): NoticeError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new NoticeError("REQUEST_TOO_SLOW", {});
    case "HPE_HEADER_OVERFLOW":
      return new NoticeError("HEADERS_TOO_LARGE", {});
    default:
      return new NoticeError("REQUEST_INVALID", { reason: "The request is not valid HTTP/1.1: correct it." });
  }
}
