import type { Socket } from "node:net";
import type { NoticeCache } from "../../../data/cache/notice-cache.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { problemReply } from "../problem.ts";
import type { Reply } from "../reply.ts";
import { isAnswering } from "./connections.ts";
import { hangUp, writeReply } from "./send.ts";

interface UnreadableParts {
  cache: NoticeCache;
  /** The notice for a visitor whose headers are too large to be read, with their status. */
  oversized: () => Reply;
  count: (reply: Reply) => void;
}

/**
 * Replies to what Node cannot read as a request: with a problem detail or, as large cookies are a visitor's, with the
 * notice. A request whose body breaks off has had its reply: a second one would be taken for that to the next request.
 */
export function refuseUnreadable({
  cache,
  oversized,
  count,
}: UnreadableParts): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code }, socket) => {
    // It has had its reply, and Node says so again of every packet that it still sends.
    if (!socket.writable) return;
    if (isAnswering(socket)) return hangUp(socket);
    const isOversized = code === "HPE_HEADER_OVERFLOW";
    const reply = isOversized ? oversized() : problemReply(unreadable(code), cache);
    count(reply);
    writeReply(socket, reply);
  };
}

function unreadable(code: string | undefined): NoticeError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new NoticeError("REQUEST_TOO_SLOW", {});
    default:
      return new NoticeError("REQUEST_INVALID", { reason: "The request is not valid HTTP/1.1: correct it." });
  }
}
