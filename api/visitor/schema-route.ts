import type { FastifyInstance } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { noticePath } from "../../schema/notice/protocol.ts";
import { ownHeaders } from "../http/cors.ts";
import { flat, type Reply } from "../http/reply.ts";

const body = Buffer.from(JSON.stringify(noticeSchema, null, 2));
const headers = {
  "Content-Type": "application/schema+json",
  "Cache-Control": "no-cache",
  "Content-Length": body.length,
};

/** The reply with the schema, without the headers that all endpoints share. */
export const schemaReply: Reply = { head: { status: 200, headers: flat(headers) }, body };

/** Serves the JSON Schema of the notice. */
export function schemaRoute(app: FastifyInstance, cache: NoticeCache): void {
  app.get(`${noticePath}/schema`, (request, reply) =>
    reply.headers({ ...ownHeaders(cache, request.headers.origin), ...headers }).send(body),
  );
}
