import type { FastifyInstance } from "fastify";
import { shownIn } from "../../../data/predecessor.ts";
import { whileOpen } from "../../../data/store.ts";
import { type Nodes, nodesSchema } from "../../../schema/editor-api/nodes.ts";
import { dryRun, idempotencyKey, ifMatch, ifNoneMatch } from "../../../schema/editor-api/parameters.ts";
import type { Unsent } from "../../../schema/editor-api/parts.ts";
import { writeOutcomeSchema } from "../../../schema/editor-api/write-outcome.ts";
import { patchNotice } from "../../../schema/notice/change.ts";
import { noticeShape, serialize } from "../../../schema/notice/notice.ts";
import { noticePath } from "../../../schema/notice/protocol.ts";
import { requireScope } from "../access.ts";
import { bodyOf, described } from "../openapi/operations.ts";
import { currentTag, jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { isNamed, tagOf } from "./entity-tag.ts";
import { type WriteHandler, writtenReply } from "./write.ts";

const getNotice = described(requireScope("read"), {
  operationId: "getNotice",
  summary: "The notice, and the ETag to change it with",
  parameters: [ifNoneMatch],
  responses: {
    200: jsonReply("The notice", noticeShape, currentTag),
    304: { description: "The client has the current notice", headers: currentTag },
  },
});
const replaceNotice = described(requireScope("write"), {
  operationId: "replaceNotice",
  summary: "Replace the whole notice",
  parameters: [{ ...ifMatch, required: true }, idempotencyKey, dryRun],
  requestBody: bodyOf(noticeShape),
  responses: { 200: writtenReply },
});
const patchSchema = { type: "object", description: "The members to change; null removes one (RFC 7396)" };
const changeNotice = described(requireScope("write"), {
  operationId: "changeNotice",
  summary: "Change a part of the notice",
  parameters: [ifMatch, idempotencyKey, dryRun],
  requestBody: bodyOf(patchSchema, "application/merge-patch+json"),
  responses: { 200: writtenReply },
});
const validateNotice = described(requireScope("read"), {
  operationId: "validateNotice",
  summary: "Check a document: everything that is wrong with it, or what it would change",
  requestBody: bodyOf(noticeShape),
  responses: { 200: jsonReply("It is valid", writeOutcomeSchema) },
});

const listNodes = described(requireScope("read"), {
  operationId: "listNodes",
  summary: "The nodes that show the notice of a shared store, and their revisions",
  responses: { 200: jsonReply("The nodes", nodesSchema) },
});

/** The routes that read, replace, change and check the notice, and list the nodes that show it. */
export function noticeRoutes(app: FastifyInstance, parts: EditorParts, write: WriteHandler): void {
  app.get(noticePath, getNotice, async (request, reply) => {
    const revision = await shownIn(parts, request.deadline);
    reply.header("ETag", tagOf(revision));
    if (isNamed(request.headers["if-none-match"] ?? "", revision)) return reply.code(304).send();
    return reply.type("application/json").send(serialize(revision.notice));
  });

  app.put(noticePath, replaceNotice, (request) =>
    write(request, { next: () => request.body, needsMatch: true }),
  );

  app.patch(noticePath, changeNotice, (request) =>
    write(request, { next: (current) => patchNotice(current(), request.body) }),
  );

  app.post(`${noticePath}/validate`, validateNotice, (request) =>
    write(request, { next: () => request.body, isQuestion: true }),
  );

  app.get("/api/nodes", listNodes, async ({ deadline }): Promise<Unsent<Nodes>> => {
    const nodes = await whileOpen(parts.backend.read(deadline), (store) => store.nodes?.());
    return { shared: nodes !== undefined, nodes: nodes ?? [] };
  });
}
