import type { FastifyInstance } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import { noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { formatCodedEntityTag, formatEntityTag, marker, noticePath } from "../../schema/notice/protocol.ts";
import { compress } from "../http/compress.ts";
import { documentVersion } from "../http/document-version.ts";
import { flat, ownHeaders, type Reply } from "../http/reply.ts";
import type { NoticeDocument } from "./visitor-reply.ts";

const documentHeaders = { "Cache-Control": "no-cache", Vary: "Origin, Accept-Encoding" };
const documentType = "application/json";

export function makeDocument(revision: Revision): NoticeDocument {
  const version = documentVersion(revision);
  return {
    revision,
    version,
    etag: formatEntityTag(version),
    encode(encoding) {
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
      return { headers, headersOfBody, body };
    },
  };
}

const body = Buffer.from(JSON.stringify(noticeSchema, null, 2));
const headers = {
  "Content-Type": "application/schema+json",
  "Cache-Control": "no-cache",
  "Content-Length": body.length,
};

/** The reply with the schema, without the headers that all endpoints share. */
export const schemaReply: Reply = { head: { status: 200, headers: flat(headers) }, body };

export function schemaRoute(app: FastifyInstance, cache: NoticeCache): void {
  app.get(`${noticePath}/schema`, (request, reply) =>
    reply.headers({ ...ownHeaders(cache, request.headers.origin), ...headers }).send(body),
  );
}
