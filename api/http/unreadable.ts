import type { Socket } from "node:net";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { isBodyPending } from "./pending-body.ts";
import { problemReply } from "./problem.ts";
import { hangUp, writeReply } from "./reply.ts";

/**
 * Replies with a problem detail to what Node cannot read as a request. A request whose body stalls or breaks off has
 * had its reply: a second one would be taken for the reply to the next request.
 */
export function refuseUnreadable(
  cache: NoticeCache,
  count: (status: number) => void = () => {},
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code }, socket) => {
    if (isBodyPending(socket) || isAnswering(socket)) hangUp(socket);
    else {
      const reply = problemReply(unreadable(code), cache);
      count(reply.status);
      writeReply(socket, reply);
    }
  };
}

/** Whether the reply to an earlier request is still incomplete; Node's own handler looks there, too. */
function isAnswering(socket: Socket & { _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage);
}

function unreadable(code: string | undefined): NoticeError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new NoticeError("HEADERS_TOO_LARGE", {});
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new NoticeError("REQUEST_TOO_SLOW", {});
    default:
      return new NoticeError("REQUEST_INVALID", { reason: "The request is not valid HTTP/1.1: correct it." });
  }
}
