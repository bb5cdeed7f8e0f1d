import type { FastifyInstance } from "fastify";
import type { NextNotice } from "../../../data/publish.ts";
import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import { patchNotice } from "../../../schema/notice/patch.ts";
import { noticePath } from "../../../schema/notice/protocol.ts";
import { requireScope } from "../access.ts";
import type { EditorParts } from "../parts.ts";
import { isNamed, tagOf } from "./entity-tag.ts";
import { json, mergePatchType, requireType } from "./media-type.ts";
import { readQuery } from "./query.ts";
import type { WriteHandler } from "./write.ts";

/** The notice itself: to get, to replace, to change, and to ask about. */
export function noticeRoutes(app: FastifyInstance, parts: EditorParts, write: WriteHandler): void {
  app.get(noticePath, { onRequest: requireScope("read") }, async (request, reply) => {
    readQuery(request.query, {});
    const store = await parts.backend.read(request.deadline);
    const revision = await store.latest().finally(() => store.close());
    reply.header("ETag", tagOf(revision));
    if (isNamed(request.headers["if-none-match"] ?? "", revision)) return reply.code(304).send();
    return reply.type(json).send(serialize(revision.notice));
  });

  app.put(noticePath, { onRequest: [requireScope("write"), requireType(json)] }, (request, reply) => {
    const { body } = request;
    return write(request, reply, { next: () => body, sent: () => body, needsMatch: true });
  });

  app.patch(
    noticePath,
    { onRequest: [requireScope("write"), requireType(mergePatchType)] },
    (request, reply) => {
      const { body } = request;
      const sent = (notice: Notice) => patchNotice(notice, body);
      const next: NextNotice = (current) => sent(current());
      return write(request, reply, { next, sent });
    },
  );

  app.post(
    `${noticePath}/validate`,
    { onRequest: [requireScope("read"), requireType(json)] },
    (request, reply) => {
      const { body } = request;
      return write(request, reply, { next: () => body, isQuestion: true });
    },
  );
}
