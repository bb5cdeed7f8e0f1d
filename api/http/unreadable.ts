import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { whenAnswered } from "./http-server.ts";
import type { Reply } from "./reply.ts";
import { discardRest, unreadTimeoutMs } from "./request-body.ts";
import type { AskedRequest } from "./request-head.ts";
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

/** A fault of Node's parser: the packet with the fault, and how many of its bytes were parsed. */
interface ParserFault {
  code?: string;
  rawPacket?: unknown;
  bytesParsed?: number;
}

const token = "[\\w!#$%&'*+.^`|~-]+";
/**
 * A request line with any method and target. The packet is read as Latin-1, so `\s` would also match the byte A0, which is
 * part of many characters in UTF-8.
 */
const firstLine = new RegExp(`^(${token}) [^ \\t\\v\\f]+ HTTP/(1\\.\\d)$`);
/** A header. Some values are repeated in replies, so they must not contain a line break. */
const header = new RegExp(`^(${token}):([\\t\\x20-\\x7e\\x80-\\xff]*)$`);

/**
 * The request that Node refuses because of an unknown method or a target that is not ASCII; undefined for anything
 * else, or if its first line is incomplete. It has no target, as its reply is the same for all. An incomplete head
 * counts as valid and empty.
 */
function readRefused({ code, rawPacket, bytesParsed = 0 }: ParserFault): AskedRequest | undefined {
  if (code !== "HPE_INVALID_METHOD" && code !== "HPE_INVALID_URL") return undefined;
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const packet = rawPacket.toString("latin1");
  // Earlier requests may be in the same packet.
  const begin = packet.lastIndexOf("\n", bytesParsed - 1) + 1;
  const [line = "", ...lines] = packet.slice(begin).split(/\r?\n/);
  const [, method, httpVersion] = firstLine.exec(line) ?? [];
  if (method === undefined || httpVersion === undefined) return undefined;
  const end = lines.indexOf("");
  // The last line has not ended yet.
  const isWhole = end >= 0 && end < lines.length - 1;
  const rawHeaders = isWhole ? lines.slice(0, end).flatMap(pairIn) : ["Host", ""];
  return { method, httpVersion, rawHeaders, headers: join(rawHeaders) };
}

function pairIn(line: string): string[] {
  const [, name = "", value = ""] = header.exec(line) ?? [];
  return name === "" ? [] : [name, value.trim()];
}

/** The headers by lower-case name; several of the same name are joined to a list. */
function join(rawHeaders: string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    headers[name] = [headers[name] ?? [], rawHeaders[index + 1] ?? ""].flat().join(", ");
  }
  return headers;
}
