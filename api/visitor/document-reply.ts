import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import { type DocumentVersion, namesDocument } from "../../schema/notice/entity-tag.ts";
import { type Encoding, negotiateEncoding } from "../http/content-coding.ts";
import { corsPairs } from "../http/cors.ts";
import { createNegotiationMemory } from "../http/negotiation-memory.ts";
import { noBody, type RawHeaders, type Reply } from "../http/reply.ts";
import type { ReplyHead } from "../http/request-head.ts";
import { getOrMake } from "./get-or-make.ts";

/** The document of a revision. */
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

/** The reply with the document, and the reply to a client that already has it. */
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
