import type { RequestListener } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Board } from "../../data/cache/board.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { noticePath } from "../../schema/notice/protocol.ts";
import { ownHeaders } from "../http/own-headers.ts";

interface NoticeRoutesParts {
  board: Board;
  document: RequestListener;
}

/** The notice document and its schema. */
export function noticeRoutes(app: FastifyInstance, { board, document }: NoticeRoutesParts): void {
  app.get(noticePath, ({ raw }, reply) => document(raw, reply.hijack().raw));

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
