import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import {
  type DocumentVersion,
  formatCodedEntityTag,
  formatEntityTag,
} from "../../schema/notice/entity-tag/format.ts";
import { namesDocument } from "../../schema/notice/entity-tag/parse.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { compress, type Encoding, negotiateEncoding } from "../http/content-coding.ts";
import { corsPairs } from "../http/cors.ts";
import { documentVersion } from "../http/document-version.ts";
import { createNegotiationMemory } from "../http/negotiation-memory.ts";
import { flat, noBody, type RawHeaders, type Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request-head.ts";
import { getOrMake } from "./get-or-make.ts";

/** The headers that every document has, whatever is in it. */
export const documentHeaders = { "Cache-Control": "no-cache", Vary: "Origin, Accept-Encoding" };
export const documentType = "application/json";

/** The replies that are made once for each revision. */
interface DocumentCache {
  revision: Revision;
  version: DocumentVersion;
  /** The entity tag that an open page has, which never says in what coding it got the document. */
  etag: string;
  codings: Map<Encoding, CodedDocument>;
}

/** The document in one coding, made when it is asked for. */
interface CodedDocument {
  headers: RawHeaders;
  headersOfBody: RawHeaders;
  body: Buffer;
  /** For a request without an origin, as nearly all are. */
  replies: Replies;
}

/** The document, and the reply to whoever has it already. */
interface Replies {
  whole: Reply;
  unchanged: Reply;
}

/** Replies with the notice document, its number and sum as the entity tag: every open page asks for it again and again. */
export function createDocumentReplies(cache: NoticeCache): (head: RequestHead) => Reply {
  const negotiate = createNegotiationMemory(negotiateEncoding);
  let cached: DocumentCache | undefined;
  return ({ origin, ifNoneMatch, acceptEncoding }) => {
    const revision = cache.current();
    if (cached?.revision !== revision) cached = makeDocument(revision);
    const { version, etag, codings } = cached;
    const encoding = negotiate(acceptEncoding);
    const coded = getOrMake(codings, encoding, () => encode(revision, version, encoding));
    const { whole, unchanged } = origin === "" ? coded.replies : makeReplies(coded, origin);
    const isKnown = ifNoneMatch === etag || (ifNoneMatch !== "" && namesDocument(ifNoneMatch, version));
    return isKnown ? unchanged : whole;
  };
}

function makeDocument(revision: Revision): DocumentCache {
  const version = documentVersion(revision);
  return { revision, version, etag: formatEntityTag(version), codings: new Map() };
}

function encode(revision: Revision, version: DocumentVersion, encoding: Encoding): CodedDocument {
  const body = compress(Buffer.from(serialize(revision.notice)), encoding);
  const headers = flat({
    ETag: formatCodedEntityTag(version, encoding),
    "Last-Modified": new Date(revision.createdAt).toUTCString(),
    ...documentHeaders,
    [marker]: revision.number,
  });
  const headersOfBody = flat({
    "Content-Type": documentType,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": body.length,
  });
  const coded = { headers, headersOfBody, body };
  return { ...coded, replies: makeReplies(coded, "") };
}

function makeReplies(
  { headers, headersOfBody, body }: Omit<CodedDocument, "replies">,
  origin: string,
): Replies {
  const both = [...headers, ...corsPairs(origin)];
  return {
    whole: { head: { status: 200, headers: [...both, ...headersOfBody] }, body },
    unchanged: { head: { status: 304, headers: both }, body: noBody },
  };
}
