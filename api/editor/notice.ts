import type { FastifyInstance, FastifyRequest } from "fastify";
import { type HistoryEntry, readHistory } from "../../data/history.ts";
import { nodeInJson } from "../../data/nodes.ts";
import { type NextNotice, readPredecessorOf, shownIn } from "../../data/publish.ts";
import { type HistoryRange, whileOpen } from "../../data/store.ts";
import { type Nodes, nodesSchema } from "../../schema/editor-api/nodes.ts";
import {
  before,
  dryRun,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  limit,
  revision,
} from "../../schema/editor-api/parameters.ts";
import type { Unsent } from "../../schema/editor-api/parts.ts";
import {
  type RevisionList,
  type RevisionReply,
  revisionListSchema,
  revisionSchema,
} from "../../schema/editor-api/revisions.ts";
import { writeOutcomeSchema } from "../../schema/editor-api/write-outcome.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { patchNotice } from "../../schema/notice/change.ts";
import { changedFields, difference } from "../../schema/notice/difference.ts";
import { noticeShape, serialize } from "../../schema/notice/notice.ts";
import { noticePath } from "../../schema/notice/protocol.ts";
import { requireScope } from "./access.ts";
import { bodyOf, currentTag, described, jsonReply } from "./operations.ts";
import type { EditorParts } from "./parts.ts";
import { isNamed, tagOf, type WriteHandler, writtenReply } from "./write.ts";

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
    return { shared: nodes !== undefined, nodes: (nodes ?? []).map(nodeInJson) };
  });
}

/** Only a whole number matches; anything else is an unknown path. */
const revisionPath = "/api/revisions/:revision(^[1-9]\\d{0,15}$)";

const listRevisions = described(requireScope("read"), {
  operationId: "listRevisions",
  summary: "A part of the history, latest first",
  parameters: [before, limit],
  responses: { 200: jsonReply("The revisions", revisionListSchema) },
});
const getRevision = described(requireScope("read"), {
  operationId: "getRevision",
  summary: "One revision, and what it changed",
  parameters: [revision],
  responses: { 200: jsonReply("The revision", revisionSchema) },
});
const rollBack = described(requireScope("write"), {
  operationId: "rollBack",
  summary: "Publish the notice of an earlier revision again, as a new one",
  parameters: [revision, ifMatch, idempotencyKey, dryRun],
  responses: { 200: writtenReply },
});

export function revisionRoutes(
  app: FastifyInstance,
  { backend }: Pick<EditorParts, "backend">,
  write: WriteHandler,
): void {
  app.get("/api/revisions", listRevisions, ({ query, deadline }) =>
    whileOpen(backend.read(deadline), async (store): Promise<Unsent<RevisionList>> => {
      const { entries, hasOlder } = await readHistory(store, query as HistoryRange);
      const repeated = await store.repeated(entries.map(({ number }) => number));
      return {
        revisions: entries.map((entry) => entryReply(entry, repeated.get(entry.number))),
        next: hasOlder ? entries.at(-1)?.number : undefined,
      };
    }),
  );

  app.get(revisionPath, getRevision, async (request): Promise<Unsent<RevisionReply>> => {
    const number = readNumber(request);
    return whileOpen(backend.read(request.deadline), async (store) => {
      const { notice, author, createdAt } = await store.find(number);
      const changes = difference((await readPredecessorOf(store, number)).notice, notice);
      return {
        revision: number,
        etag: tagOf({ number, notice }),
        author,
        createdAt,
        notice,
        changed: changedFields(changes),
        difference: changes,
      };
    });
  });

  app.post(`${revisionPath}/rollback`, rollBack, (request) => {
    const number = readNumber(request);
    const next: NextNotice = async (_current, store) => (await store.find(number)).notice;
    return write(request, { next, isRepublished: true });
  });
}

/** An entry of the history as JSON has it; `sameAs` is the number of an earlier one with the same document. */
function entryReply(
  entry: HistoryEntry,
  sameAs: number | undefined,
): Unsent<RevisionList["revisions"][number]> {
  const { number: revision, author, createdAt, changes, translations } = entry;
  const known = { revision, author, createdAt, changed: changedFields(changes) };
  if ("damage" in entry) return { ...known, damage: entry.damage };
  return { ...known, title: entry.notice.title, translations, sameAs };
}

/** The number in a path. @throws NoticeError PATH_UNKNOWN */
function readNumber({ params }: FastifyRequest): number {
  const { revision: text } = params as { revision: string };
  const number = Number(text);
  if (number > revision.schema.maximum) throw new NoticeError("PATH_UNKNOWN", {});
  return number;
}
