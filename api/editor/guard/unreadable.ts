import type { Socket } from "node:net";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { refuseInTurn } from "../../http/connection/unreadable.ts";
import { problemReply } from "../problem.ts";

/** Replies to what Node cannot read as a request, or not to its end. */
export function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  refuseInTurn(socket, () => problemReply(faultOf(code), false));
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
