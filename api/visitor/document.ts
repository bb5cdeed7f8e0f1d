import type { Revision } from "../../data/store.ts";
import { formatCodedEntityTag, formatEntityTag } from "../../schema/notice/entity-tag.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { compress } from "../http/compress.ts";
import { documentVersion } from "../http/document-version.ts";
import { flat } from "../http/reply.ts";
import type { NoticeDocument } from "./document-reply.ts";

/** The headers of every document. */
export const documentHeaders = { "Cache-Control": "no-cache", Vary: "Origin, Accept-Encoding" };
export const documentType = "application/json";

/** The document of a revision, with its headers. */
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
