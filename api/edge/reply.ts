import type { IncomingHttpHeaders } from "node:http";
import { phaseOf } from "../../schema/notice/expected-return.ts";
import { isPollPath, noticePath } from "../../schema/notice/protocol.ts";
import { ownHeaders } from "../http/cors.ts";
import { flat, type Reply } from "../http/reply.ts";
import { pathOf, type ReplyHead, unsavedHeader } from "../http/request-head.ts";
import { createDocumentReplies } from "../visitor/document-reply.ts";
import { getOrMake } from "../visitor/get-or-make.ts";
import { createVisitorReplies, type Page, type Pages, pageHead } from "../visitor/visitor-reply.ts";
import { type EdgeFile, type EdgeNotice, nameOf } from "./edge-notice.ts";

const encoder = new TextEncoder();

/**
 * Makes a function that replies as the service does, but without compression, which is up to the platform. The names of
 * headers are in lower case; `now` is in ms since the epoch.
 */
export function createEdgeReply(notice: EdgeNotice) {
  const { revision, files, retryAfter, corsOrigins } = notice;
  const cache = { current: () => revision };
  const pages = createEdgePages(notice);
  const visitor = createVisitorReplies({ cache, pages, retryAfter, corsOrigins: new Set(corsOrigins) });
  const body = encoder.encode(notice.document.body);
  const document = createDocumentReplies(cache, () => ({
    ...notice.document,
    revision,
    encode: () => ({ ...notice.document, body }),
  }));
  const replyWith = (file: EdgeFile, origin: string): Reply => {
    const headers = [...file.headers, ...(file.isEndpoint ? flat(ownHeaders(cache, origin)) : [])];
    return { head: { status: 200, headers }, body: encoder.encode(file.body) };
  };
  return (method: string, target: string, headers: IncomingHttpHeaders, now: number): Reply => {
    const request = { method, url: target, headers, httpVersion: "1.1", rawHeaders: [] };
    const path = pathOf(target);
    const isDocument = path === noticePath || isPollPath(path);
    // Reading a header is slow here: these are all that a reply depends on.
    const head: ReplyHead = {
      accept: headers.accept ?? "",
      acceptEncoding: "",
      acceptLanguage: headers["accept-language"] ?? "",
      origin: headers.origin ?? "",
      ifNoneMatch: isDocument ? (headers["if-none-match"] ?? "") : "",
      isUnsaved: headers[unsavedHeader] === "1",
    };
    if (method !== "GET" && method !== "HEAD") return visitor(request, head, now);
    if (isDocument) return document(head);
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return file ? replyWith(file, head.origin) : visitor(request, head, now);
  };
}

/** Makes each page once for each phase. */
function createEdgePages({ parts, pages }: EdgeNotice): Pages {
  let made: { phase: string; pages: Map<object, Page> } | undefined;
  return {
    page({ notice }, variant, now) {
      const phase = phaseOf(notice, now);
      if (made?.phase !== phase) made = { phase, pages: new Map() };
      return getOrMake(made.pages, variant, () => {
        const [head = 0, ...numbers] = pages[phase]?.[nameOf(variant)] ?? [];
        const body = encoder.encode(numbers.map((number) => parts[number]).join(""));
        const headers = [...JSON.parse(parts[head] ?? "[]"), "Content-Length", String(body.length)];
        return { headers, head: pageHead(503, headers, ""), body };
      });
    },
  };
}
