import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsPairs } from "../http/cors.ts";
import { flat, noBody, type RawHeaders, type Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request-head.ts";

/** What is made once for each revision. */
interface DocumentCache {
  revision: Revision;
  etag: string;
  headers: RawHeaders;
  body: Buffer;
}

/** Replies with the notice document, its revision as the entity tag: every open page asks for it again and again. */
export function createDocumentReplies(cache: NoticeCache): (head: RequestHead) => Reply {
  let cached: DocumentCache | undefined;
  return ({ origin, ifNoneMatch }) => {
    const revision = cache.current();
    if (cached?.revision !== revision) cached = makeDocument(revision);
    const { etag, body } = cached;
    const headers = [...cached.headers, ...corsPairs(origin)];
    if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: noBody };
    return {
      status: 200,
      headers: [...headers, "Content-Type", "application/json", "Content-Length", body.length],
      body,
    };
  };
}

function makeDocument(current: Revision): DocumentCache {
  const { notice, number: revision, createdAt } = current;
  const etag = `"${revision}"`;
  const headers = flat({
    ETag: etag,
    "Last-Modified": new Date(createdAt).toUTCString(),
    "Cache-Control": "no-cache",
    Vary: "Origin",
    [marker]: revision,
  });
  return { revision: current, etag, headers, body: Buffer.from(serialize(notice)) };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === "" || ifNoneMatch === etag) return ifNoneMatch === etag;
  return ifNoneMatch.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}
