import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { isPreflight, preflightHeaders } from "../http/cors.ts";
import { flat, noBody, type Reply } from "../http/reply.ts";
import type { AskedRequest, RequestHead } from "../http/request-head.ts";
import { createNegotiate, type Variant } from "./negotiate.ts";
import { type Pages, pageHead } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  cache: NoticeCache;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
  /** The origins whose scripts may send credentials after a preflight. */
  corsOrigins: ReadonlySet<string>;
}

/** The variant for a visitor of whom nothing is known. */
const plainest: Variant = { format: "html", language: "en", encoding: "identity" };

/** The methods of requests that change something, which whoever sent them must know not to have happened. */
const changing = new Set<string | undefined>(["POST", "PUT", "PATCH", "DELETE"]);

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
}: NoticeParts): (request: AskedRequest, head: RequestHead) => VisitorReply {
  const negotiate = createNegotiate();
  return (request, requestHead) => {
    const { origin, isUnsaved } = requestHead;
    const revision = cache.current();
    if (isPreflight(request)) {
      const headers = flat({ ...preflightHeaders(request, corsOrigins), [marker]: revision.number });
      return { head: { status: 204, headers }, body: noBody };
    }
    const now = Date.now();
    const variant = negotiate(requestHead, request.headers, isUnsaved && changing.has(request.method));
    const { headers, head, body } = pages.page(revision, variant, now);
    const varyingValue = String(retryAfter(revision.notice, now, fallback));
    return { head: origin === "" ? head : pageHead(503, headers, origin), varyingValue, body, variant };
  };
}

/**
 * Replies to a visitor whose headers are too large to be read: cookies that have grown beyond measure are no reason to
 * be shown something else than the notice.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-5
 */
export function createOversizedReplies({
  cache,
  pages,
  retryAfter: fallback,
}: NoticeParts): () => VisitorReply {
  return () => {
    const revision = cache.current();
    const now = Date.now();
    const { headers, body } = pages.page(revision, plainest, now);
    const varyingValue = String(retryAfter(revision.notice, now, fallback));
    return { head: pageHead(431, headers, ""), varyingValue, body, variant: plainest };
  };
}
