import type { IncomingMessage } from "node:http";

/** The parts of a request that replies depend on. `url` decides only which code replies. */
export type AskedRequest = Pick<IncomingMessage, "method" | "url" | "httpVersion" | "headers" | "rawHeaders">;

/** The header by which a proxy says that the app did not get a request. */
export const unsavedHeader = "backsoon-unsaved";

/** The headers that a visitor's reply depends on; empty if not sent. */
export interface ReplyHead {
  accept: string;
  acceptEncoding: string;
  acceptLanguage: string;
  origin: string;
  ifNoneMatch: string;
  /** Whether a proxy says that the app did not get the request. */
  isUnsaved: boolean;
}

/** The same, and what decides which code replies and whether a request is refused. */
export interface RequestHead extends ReplyHead {
  hosts: number;
  hasBody: boolean;
  hasUpgrade: boolean;
}

/** Reads the head of a request from its headers, which Node parses for every request of HTTP/1.1 anyway. */
export function readHead({ headers, rawHeaders }: Pick<AskedRequest, "headers" | "rawHeaders">): RequestHead {
  const { "content-length": length, "transfer-encoding": coding } = headers;
  return {
    accept: headers.accept ?? "",
    // Node joins a list that is spread over several headers, although its types do not say so.
    acceptEncoding: String(headers["accept-encoding"] ?? ""),
    acceptLanguage: headers["accept-language"] ?? "",
    origin: headers.origin ?? "",
    ifNoneMatch: headers["if-none-match"] ?? "",
    hosts: headers.host === undefined ? 0 : countHosts(rawHeaders),
    hasBody: (length !== undefined && length !== "0") || coding !== undefined,
    hasUpgrade: headers.upgrade !== undefined,
    isUnsaved: headers[unsavedHeader] === "1",
  };
}

/** How many `Host` headers there are, of which Node keeps only the first. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}

/** A request's target without scheme and authority. @see https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form */
export function originForm(target: string): string {
  if (target.startsWith("/") || !target.includes("://")) return target;
  return target.replace(/^[^:]*:\/\/[^/?#]*/, "") || "/";
}

/** The path of a target, without its query or fragment. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
