import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsPairs, isPreflight, preflightHeaders } from "../http/cors.ts";
import { flat, type Head, noBody, type RawHeaders, type Reply } from "../http/reply.ts";
import type { AskedRequest, ReplyHead } from "../http/request-head.ts";
import { fallbackLanguage } from "./languages.ts";
import { createNegotiate, type Variant } from "./negotiate.ts";
import { retryAfter } from "./retry-after.ts";

/** A variant of the notice, ready to send. */
export interface Page {
  /** The headers, without those of CORS. */
  headers: RawHeaders;
  /** The head for a request without an origin, as nearly all are. */
  head: Head;
  body: Uint8Array;
}

/** Every variant of the notice. */
export interface Pages {
  /** `now` is in ms since the epoch. */
  page(revision: Revision, variant: Variant, now: number): Page;
}

export interface NoticeParts {
  cache: Pick<NoticeCache, "current">;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
  /** The origins whose scripts may send credentials after a preflight. */
  corsOrigins: ReadonlySet<string>;
}

/** The variant for a visitor whose headers cannot be read. */
const plainest: Variant = { format: "html", language: fallbackLanguage, encoding: "identity" };

/** The methods of requests that change something. Their senders are told to check whether the change was made. */
const changing = new Set<string | undefined>(["POST", "PUT", "PATCH", "DELETE"]);

/** A reply and, if it is the notice, which variant of it. */
export type VisitorReply = Reply & { variant?: Variant };

/**
 * Makes the reply to any request of a visitor: the notice, or the headers that a preflight needs. Never reads a body or
 * fails. `now` is in ms since the epoch.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable
 */
export function createVisitorReplies(
  parts: NoticeParts,
): (request: AskedRequest, head: ReplyHead, now?: number) => VisitorReply {
  const { cache, corsOrigins } = parts;
  const negotiate = createNegotiate();
  return (request, requestHead, now = Date.now()) => {
    if (isPreflight(request)) {
      const allowed = preflightHeaders(request, corsOrigins);
      const headers = flat({ ...allowed, [marker]: cache.current().number });
      return { head: { status: 204, headers }, body: noBody };
    }
    const { origin, isUnsaved } = requestHead;
    const sent = isUnsaved ? "lost" : "unsure";
    const variant = negotiate(requestHead, request.headers, changing.has(request.method) ? sent : undefined);
    return noticeReply(parts, variant, 503, origin, now);
  };
}

/**
 * Replies to a visitor whose headers are too large to be read: a visitor with too many cookies gets the notice as well.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-5
 */
export function createOversizedReplies(parts: NoticeParts): () => VisitorReply {
  return () => noticeReply(parts, plainest, 431, "", Date.now());
}

function noticeReply(
  parts: NoticeParts,
  variant: Variant,
  status: number,
  origin: string,
  now: number,
): VisitorReply {
  const revision = parts.cache.current();
  const { headers, head: own, body } = parts.pages.page(revision, variant, now);
  const head = status === own.status && origin === "" ? own : pageHead(status, headers, origin);
  return { head, varyingValue: String(retryAfter(revision.notice, now, parts.retryAfter)), body, variant };
}

/** The head of a page for an origin, empty if there is none. `Retry-After` differs from reply to reply. */
export function pageHead(status: number, headers: RawHeaders, origin: string): Head {
  return { status, headers: [...headers, ...corsPairs(origin)], varying: "Retry-After" };
}
