import type { IncomingHttpHeaders } from "node:http";
import type { AskedRequest } from "../request-head.ts";

/** What Node finds wrong with what has arrived: in which packet, and how much of that it could read. */
export interface ParserFault {
  code?: string;
  rawPacket?: unknown;
  bytesParsed?: number;
}

const token = "[\\w!#$%&'*+.^`|~-]+";
/** A first line with any method and target. A character in UTF-8 may have the byte that is a blank in Latin-1. */
const firstLine = new RegExp(`^(${token}) [^ \\t\\v\\f]+ HTTP/(1\\.\\d)$`);
/** A header. Some values come back in replies, so they must not have what ends a line. */
const header = new RegExp(`^(${token}):([\\t\\x20-\\x7e\\x80-\\xff]*)$`);

/**
 * The request that Node refuses because it does not know the method, or because the target is not ASCII; undefined if
 * it is none, or its first line is not whole. It has no target: the reply is the same for all. A head that is not here
 * whole counts as one that says nothing and has nothing wrong with it.
 */
export function readRefused({ code, rawPacket, bytesParsed = 0 }: ParserFault): AskedRequest | undefined {
  if (code !== "HPE_INVALID_METHOD" && code !== "HPE_INVALID_URL") return undefined;
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const packet = rawPacket.toString("latin1");
  // Requests before it may be in the same packet.
  const begin = packet.lastIndexOf("\n", bytesParsed - 1) + 1;
  const [line = "", ...lines] = packet.slice(begin).split(/\r?\n/);
  const [, method, httpVersion] = firstLine.exec(line) ?? [];
  if (method === undefined || httpVersion === undefined) return undefined;
  const end = lines.indexOf("");
  // What comes last has not ended yet.
  const isWhole = end >= 0 && end < lines.length - 1;
  const rawHeaders = isWhole ? lines.slice(0, end).flatMap(pairIn) : ["Host", ""];
  return { method, httpVersion, rawHeaders, headers: join(rawHeaders) };
}

function pairIn(line: string): string[] {
  const [, name = "", value = ""] = header.exec(line) ?? [];
  return name === "" ? [] : [name, value.trim()];
}

/** The headers by their names in small letters, a list that is spread over several as one. */
function join(rawHeaders: string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    headers[name] = [headers[name] ?? [], rawHeaders[index + 1] ?? ""].flat().join(", ");
  }
  return headers;
}
