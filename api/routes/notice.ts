import type { FastifyInstance } from "fastify";
import type { Board } from "../../data/board.ts";
import { noticeSchema, serialize } from "../../schema/notice.ts";
import { noticePath } from "../../schema/protocol.ts";
import { ownHeaders } from "../own-headers.ts";

/** The notice document with its revision as entity tag, and its schema. */
export function noticeRoutes(app: FastifyInstance, { board }: { board: Board }): void {
  app.get(noticePath, (request, reply) => {
    const { notice, revision, createdAt } = board.current();
    const etag = `"${revision}"`;
    reply.headers({
      ...ownHeaders(board, request.headers.origin),
      ETag: etag,
      "Last-Modified": new Date(createdAt).toUTCString(),
      "Cache-Control": "no-cache",
    });
    if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.header("Content-Type", "application/json").send(Buffer.from(serialize(notice)));
  });

  const schema = Buffer.from(JSON.stringify(noticeSchema, null, 2));
  app.get(`${noticePath}/schema`, (request, reply) =>
    reply
      .headers({
        ...ownHeaders(board, request.headers.origin),
        "Content-Type": "application/schema+json",
        "Cache-Control": "no-cache",
      })
      .send(schema),
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}
