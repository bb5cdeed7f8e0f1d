import type { FastifyInstance } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { noticePath } from "../../schema/notice/protocol.ts";
import { ownHeaders } from "../http/cors.ts";

/** Serves the JSON Schema of the notice. */
export function schemaRoute(app: FastifyInstance, cache: NoticeCache): void {
  const schema = Buffer.from(JSON.stringify(noticeSchema, null, 2));
  app.get(`${noticePath}/schema`, (request, reply) =>
    reply
      .headers({
        ...ownHeaders(cache, request.headers.origin),
        "Content-Type": "application/schema+json",
        "Cache-Control": "no-cache",
      })
      .send(schema),
  );
}
