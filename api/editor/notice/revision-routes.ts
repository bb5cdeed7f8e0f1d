import type { FastifyInstance, FastifyRequest } from "fastify";
import { readHistory } from "../../../data/history.ts";
import { readPredecessorOf } from "../../../data/predecessor.ts";
import type { NextNotice } from "../../../data/publish.ts";
import { before, limit, revision } from "../../../schema/editor-api/parameters.ts";
import type { RevisionList, RevisionReply } from "../../../schema/editor-api/revisions.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { changedFields, difference } from "../../../schema/notice/difference.ts";
import { requireScope } from "../access.ts";
import type { EditorParts } from "../parts.ts";
import { tagOf } from "./entity-tag.ts";
import { readQuery } from "./query.ts";
import type { WriteHandler } from "./write.ts";
import { changesReply } from "./write-reply.ts";

/** Any other path is unknown, whatever comes with it. */
const revisionPath = "/api/revisions/:number(^[1-9]\\d{0,15}$)";

/** The history: a part of it, one revision, and the way back to one. */
export function revisionRoutes(
  app: FastifyInstance,
  { backend }: Pick<EditorParts, "backend">,
  write: WriteHandler,
): void {
  const canRead = { onRequest: requireScope("read") };

  app.get("/api/revisions", canRead, async (request): Promise<RevisionList> => {
    const range = { limit: limit.schema.default, ...readQuery(request.query, { before, limit }) };
    const store = await backend.read(request.deadline);
    const { entries, hasOlder } = await readHistory(store, range).finally(() => store.close());
    const last = entries.at(-1);
    return {
      revisions: entries.map(({ number, author, createdAt, changes, ...entry }) => ({
        revision: number,
        author,
        createdAt,
        changed: changedFields(changes),
        ...("damage" in entry && { damage: entry.damage }),
      })),
      ...(hasOlder && last && { next: last.number }),
    };
  });

  app.get(revisionPath, canRead, async (request): Promise<RevisionReply> => {
    const number = readNumber(request);
    readQuery(request.query, {});
    const store = await backend.read(request.deadline);
    try {
      const { notice, author, createdAt } = await store.find(number);
      const changes = difference((await readPredecessorOf(store, number)).notice, notice);
      return {
        revision: number,
        etag: tagOf({ number, notice }),
        author,
        createdAt,
        notice,
        changed: changedFields(changes),
        difference: changesReply(changes),
      };
    } finally {
      await store.close();
    }
  });

  app.post(`${revisionPath}/rollback`, { onRequest: requireScope("write") }, (request, reply) => {
    const number = readNumber(request);
    const next: NextNotice = async (_current, store) => (await store.find(number)).notice;
    return write(request, reply, { next, isRepublished: true });
  });
}

/** The number in a path. @throws NoticeError PATH_UNKNOWN */
function readNumber({ params }: FastifyRequest): number {
  const { number: text } = params as { number: string };
  const number = Number(text);
  if (number > revision.schema.maximum) throw new NoticeError("PATH_UNKNOWN", {});
  return number;
}
