import type { IncomingMessage } from "node:http";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsPairs, isPreflight, preflightHeaders } from "../http/cors.ts";
import { flat, noBody, type Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request-head.ts";
import { createNegotiate, type Variant } from "./negotiate.ts";
import type { Page, Pages } from "./pages.ts";
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
    const page = pages.page(revision, variant, now);
    const seconds = retryAfter(revision.notice, now, fallback);
    return { status: 503, ...headersOf(page, seconds, head.origin), body: page.body, variant };
  };
}

/** The headers of a page; they are sent before the next request is answered, so one list serves all of them. */
function headersOf(page: Page, seconds: number, origin: string): Pick<Reply, "headers" | "keptHead"> {
  const { headers, headersWithoutOrigin, keptHead } = page;
  const wait = String(seconds);
  if (origin !== "") return { headers: [...headers, "Retry-After", wait, ...corsPairs(origin)] };
  headersWithoutOrigin[headersWithoutOrigin.length - 1] = wait;
  return { headers: headersWithoutOrigin, keptHead };
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
    const seconds = retryAfter(revision.notice, now, fallback);
    return {
      status: 431,
      headers: [...headers, "Retry-After", String(seconds), ...corsPairs("")],
      body,
      variant: plainest,
    };
  };
}
