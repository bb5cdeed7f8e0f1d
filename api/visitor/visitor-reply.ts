import type { IncomingMessage } from "node:http";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsPairs, isPreflight, preflightHeaders } from "../http/cors.ts";
import { flat, noBody, type Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request-head.ts";
import { createNegotiate, type Variant } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  cache: NoticeCache;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
  /** The origins whose scripts may send credentials after a preflight. */
  corsOrigins: ReadonlySet<string>;
}

/** A reply and, if it is the notice, which variant of it. */
export type VisitorReply = Reply & { variant?: Variant };

/**
 * What a visitor gets, whatever they ask for: the notice, or what a preflight is allowed. Never reads a body or fails.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable
 */
export function createVisitorReplies({
  cache,
  pages,
  retryAfter: fallback,
  corsOrigins,
}: NoticeParts): (request: IncomingMessage, head: RequestHead) => VisitorReply {
  const negotiate = createNegotiate();
  return (request, head) => {
    const revision = cache.current();
    if (isPreflight(request)) {
      const headers = { ...preflightHeaders(request, corsOrigins), [marker]: revision.number };
      return { status: 204, headers: flat(headers), body: noBody };
    }
    const now = Date.now();
    const variant = negotiate(head);
    const { headers, body } = pages.page(revision, variant, now);
    const seconds = retryAfter(revision.notice, now, fallback);
    const all = [...headers, "Retry-After", seconds, ...corsPairs(head.origin)];
    return { status: 503, headers: all, body, variant };
  };
}
