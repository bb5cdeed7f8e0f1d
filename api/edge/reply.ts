import type { IncomingHttpHeaders } from "node:http";
import type { Revision } from "../../data/store.ts";
import { type Phase, phaseOf } from "../../schema/notice/expected-return.ts";
import { isPollPath, noticePath } from "../../schema/notice/protocol.ts";
import { flat, ownHeaders, type RawHeaders, type Reply } from "../http/reply.ts";
import { pathOf, type ReplyHead, unsavedHeader } from "../http/request-head.ts";
import { getOrMake, type Variant } from "../visitor/negotiate.ts";
import {
  type CodedDocument,
  createDocumentReplies,
  createVisitorReplies,
  type NoticeDocument,
  type Page,
  type Pages,
  pageHead,
} from "../visitor/visitor-reply.ts";

/** A file of ours. The reply with an endpoint's file also has the headers of CORS. */
export interface EdgeFile {
  headers: RawHeaders;
  body: string;
  isEndpoint: boolean;
}

/** The data of a module: the export computes it and writes it in front of the program. */
export interface EdgeNotice {
  revision: Revision;
  document: Pick<NoticeDocument, "version" | "etag"> & Omit<CodedDocument, "body"> & { body: string };
  /** The page's script and the schema, by path. */
  files: Record<string, EdgeFile>;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
  corsOrigins: string[];
  /** The parts of all pages, each once: languages and phases share most of them. */
  parts: string[];
  /**
   * The pages by phase and variant. Each page is a list of indexes into `parts`: the first part has the headers as JSON,
   * without Content-Length, and the others make the body.
   */
  pages: Partial<Record<Phase, Record<string, number[]>>>;
}

/** The name of a variant in `pages`. It has no coding: the platform chooses that. */
export function nameOf({ format, language, formatting, sent }: Variant): string {
  return [format, language, formatting, sent].filter(Boolean).join(" ");
}

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
