import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import { secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type DocumentVersion, marker, namesDocument } from "../../schema/notice/protocol.ts";
import { createNegotiationMemory, type Encoding, negotiateEncoding } from "../http/negotiation.ts";
import {
  corsPairs,
  flat,
  type Head,
  isPreflight,
  noBody,
  preflightHeaders,
  type RawHeaders,
  type Reply,
} from "../http/reply.ts";
import { type AskedRequest, originForm, type ReplyHead } from "../http/request-head.ts";
import { createNegotiate, getOrMake, ownLanguage, type Variant } from "./negotiate.ts";

export interface Page {
  /** The headers, without those of CORS. */
  headers: RawHeaders;
  /** The head for a request without an origin, as nearly all are. */
  head: Head;
  body: Uint8Array;
}

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
const plainest: Variant = { format: "html", language: "", encoding: "identity" };

const changing = new Set<string | undefined>(["POST", "PUT", "PATCH", "DELETE"]);

/** A reply and, if it is the notice, which variant of it. */
export type VisitorReply = Reply & { variant?: Variant };

export const pageHeaders = {
  "Cache-Control": "no-store, no-transform",
  Vary: "Accept, Accept-Encoding, Accept-Language, Origin, Sec-Fetch-Dest, Sec-Fetch-Mode, X-Requested-With, HX-Request, HX-Boosted, X-Turbo-Request-Id, Turbolinks-Referrer",
  "X-Robots-Tag": "noindex",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

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
  const reply = createNoticeReply(parts);
  return (request, requestHead, now = Date.now()) => {
    if (isPreflight(request)) {
      const allowed = preflightHeaders(request, corsOrigins);
      const headers = flat({ ...allowed, [marker]: cache.current().number });
      return { head: { status: 204, headers }, body: noBody };
    }
    const { origin, isUnsaved } = requestHead;
    const sent = isUnsaved ? "lost" : "unsure";
    const variant = negotiate(requestHead, request.headers, changing.has(request.method) ? sent : undefined);
    const notice = reply(variant, 503, origin, now);
    if (variant.format !== "fragment" || !isPageLoad(request)) return notice;
    const redirect = { "HX-Redirect": ownTarget(request), "Content-Length": 0 };
    const headers = flat({ ...pageHeaders, ...redirect, [marker]: cache.current().number });
    return { ...notice, head: pageHead(503, headers, origin), body: noBody };
  };
}

/**
 * Makes the reply to visitors whose headers are too large to be read: a visitor with too many cookies gets the notice as
 * well.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-5
 */
export function createOversizedReplies(parts: NoticeParts): () => VisitorReply {
  const reply = createNoticeReply(parts);
  return () => reply(plainest, 431, "", Date.now());
}

function createNoticeReply({ cache, pages, retryAfter: fallback }: NoticeParts) {
  // The variants for visitors without a language, in the notice's own.
  let own: { revision?: Revision; variants: Map<Variant, Variant> } = { variants: new Map() };
  const inOwnLanguage = (wanted: Variant, revision: Revision): Variant => {
    if (own.revision !== revision) own = { revision, variants: new Map() };
    return getOrMake(own.variants, wanted, () => ({ ...wanted, ...ownLanguage(revision.notice) }));
  };
  return (wanted: Variant, status: number, origin: string, now: number) => {
    const revision = cache.current();
    const variant = wanted.language === "" ? inOwnLanguage(wanted, revision) : wanted;
    const { headers, head: ready, body } = pages.page(revision, variant, now);
    const head = status === ready.status && origin === "" ? ready : pageHead(status, headers, origin);
    return { head, varyingValue: String(retryAfter(revision.notice, now, fallback)), body, variant };
  };
}

/** The head of a page for an origin, empty if there is none. `Retry-After` differs from reply to reply. */
export function pageHead(status: number, headers: RawHeaders, origin: string): Head {
  return { status, headers: [...headers, ...corsPairs(origin)], varying: "Retry-After" };
}

/** Whether htmx follows a link in place of the browser. @see https://htmx.org/attributes/hx-boost/ */
function isPageLoad({ method, headers }: AskedRequest): boolean {
  return method === "GET" && headers["hx-boosted"] === "true";
}

/**
 * The path and query of a request, for a browser to load: one that begins with two slashes would name another host.
 * @see https://url.spec.whatwg.org/#relative-slash-state
 */
function ownTarget({ url = "" }: AskedRequest): string {
  return originForm(url)
    .replace(/[^!-~]+/g, "")
    .replace(/^[/\\]*/, "/");
}

export interface NoticeDocument {
  revision: Revision;
  version: DocumentVersion;
  etag: string;
  encode(encoding: Encoding): CodedDocument;
}

/** The document in one content coding. */
export interface CodedDocument {
  headers: RawHeaders;
  headersOfBody: RawHeaders;
  body: Uint8Array;
}

type Replies = Record<"whole" | "unchanged", Reply>;

/** Makes a function that replies with the notice document. Every open page asks for it again and again. */
export function createDocumentReplies(
  cache: Pick<NoticeCache, "current">,
  makeDocument: (revision: Revision) => NoticeDocument,
): (head: ReplyHead) => Reply {
  const negotiate = createNegotiationMemory(negotiateEncoding);
  // With ready replies for requests without an origin, as nearly all are.
  const codings = new Map<Encoding, CodedDocument & Replies>();
  let made: NoticeDocument | undefined;
  return ({ origin, ifNoneMatch, acceptEncoding }) => {
    const revision = cache.current();
    if (made?.revision !== revision) {
      made = makeDocument(revision);
      codings.clear();
    }
    const { version, etag, encode } = made;
    const encoding = negotiate(acceptEncoding);
    const asked = getOrMake(codings, encoding, () => {
      const coded = encode(encoding);
      return { ...coded, ...makeReplies(coded, "") };
    });
    const { whole, unchanged } = origin === "" ? asked : makeReplies(asked, origin);
    // The tag that an open page sends is compared first, as that is fastest. It never names a coding.
    const isKnown = ifNoneMatch === etag || (ifNoneMatch !== "" && namesDocument(ifNoneMatch, version));
    return isKnown ? unchanged : whole;
  };
}

function makeReplies({ headers, headersOfBody, body }: CodedDocument, origin: string): Replies {
  const both = [...headers, ...corsPairs(origin)];
  return {
    whole: { head: { status: 200, headers: [...both, ...headersOfBody] }, body },
    unchanged: { head: { status: 304, headers: both }, body: noBody },
  };
}

const minSeconds = 30;
const maxSeconds = 86_400;
/** How much longer the wait may be, so that clients do not all come back at once. */
const retryJitter = 0.1;

/**
 * Seconds until a client should come back: until the expected return if that is in the future, otherwise `fallback`;
 * from 30 seconds to a day, plus up to a tenth. `now` is in ms since the epoch.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
function retryAfter(notice: Notice, now: number, fallback: number): number {
  const seconds = secondsUntilReturn(notice, now);
  const base = seconds === undefined || seconds <= 0 ? fallback : Math.max(Math.ceil(seconds), minSeconds);
  return Math.min(Math.round(base * (1 + retryJitter * Math.random())), maxSeconds);
}
