import type { RequestListener } from "node:http";
import type { Board } from "../../data/cache/board.ts";
import type { Revision } from "../../data/store.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { type Answer, flat, type Headers, noBody, send } from "../http/answer.ts";
import { corsPairs } from "../http/cors.ts";
import { noteBody } from "../http/pending-body.ts";
import { endpointFault, problemAnswer } from "../http/problem.ts";
import { type RequestHead, readHead } from "../http/request-head.ts";

/** Answers with the notice document and its revision as entity tag: every open page asks for it again and again. */
export function createDocumentAnswer(board: Board): RequestListener {
  const documentFor = createDocument(board);
  return (request, response) => {
    const head = readHead(request);
    if (head.hasBody) noteBody(request);
    const fault = endpointFault(head, request);
    send(response, fault ? problemAnswer(fault, board, head.origin) : documentFor(head));
  };
}

/** What is made of a revision once. */
interface Edition {
  revision: Revision;
  etag: string;
  headers: Headers;
  body: Buffer;
}

function createDocument(board: Board): (head: RequestHead) => Answer {
  let edition: Edition | undefined;
  return ({ origin, ifNoneMatch }) => {
    const revision = board.current();
    if (edition?.revision !== revision) edition = makeEdition(revision);
    const { etag, body } = edition;
    const headers = [...edition.headers, ...corsPairs(origin)];
    if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: noBody };
    return {
      status: 200,
      headers: [...headers, "Content-Type", "application/json", "Content-Length", body.length],
      body,
    };
  };
}

function makeEdition(current: Revision): Edition {
  const { notice, revision, createdAt } = current;
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
