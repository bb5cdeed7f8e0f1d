import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type StoreBackend, whileOpen } from "../../../data/store.ts";
import { type Deadline, deadlineIn } from "../../../data/time/deadline.ts";
import { idempotencyKey } from "../../../schema/editor-api/parameters.ts";
import {
  type ProposalReply,
  type ProposalRequest,
  proposalRequestSchema,
  proposalSchema,
  type UsageReply,
  usageSchema,
} from "../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../schema/editor-api/turns.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import type { ChatModel } from "../../assist/proposal.ts";
import { assertWanted, requireScope } from "../access.ts";
import { json, requireType } from "../notice/media-type.ts";
import { createOnce, keepReplyMs, readKey, repeatableBy } from "../notice/once.ts";
import { bodyOf, described } from "../openapi/operations.ts";
import { jsonReply, problemReply, retryAfter } from "../openapi/replies.ts";
import type { EditorParts, ProposalParts } from "../parts.ts";
import { makeProposal, type Proposed } from "./make-proposal.ts";
import { readProposalRequest } from "./read-request.ts";

const propose = described([requireScope("write"), requireType(json)], {
  operationId: "propose",
  summary: "Have the chat model translate or draft words; nothing is published",
  parameters: [idempotencyKey],
  requestBody: bodyOf(proposalRequestSchema),
  problems: [422],
  responses: {
    200: jsonReply("What it wrote, and what to look at in it", proposalSchema),
    429: problemReply(
      "Too many wrong credentials came from this address, or the day's requests to the models are used up",
      retryAfter,
    ),
    502: problemReply(
      "The chat model failed, or what it gave cannot be used, even after it was told why; every request to it counts",
    ),
  },
});
const getUsage = described(requireScope("read"), {
  operationId: "getUsage",
  summary: "How many of the day's requests to the models are used",
  responses: { 200: jsonReply("The count, and the limit", usageSchema) },
});

/** Where a chat model proposes words, and says how often it may still be asked today. Nothing is published here. */
export function proposalRoutes(
  app: FastifyInstance,
  { backend, brand, now }: Pick<EditorParts, "backend" | "brand" | "now">,
  { createChat, dailyLimit }: ProposalParts,
): void {
  const counter = createDailyCount(backend, dailyLimit);
  const inTurn = createTurns(mostProposalsAtOnce);
  // Who waits for the first one, waits for as long as that takes.
  const once = createOnce<Proposed>(backend, (first) => first);

  app.get("/api/proposals", getUsage, ({ deadline }): Promise<UsageReply> => counter.read(deadline));

  app.post("/api/proposals", propose, async (request, reply): Promise<ProposalReply> => {
    const key = readKey(request);
    const asked = readProposalRequest(request.body);
    const leaving = leavingOf(request, reply);
    let reserved: UsageReply | undefined;
    const make = () =>
      ask(request, leaving, asked, async (deadline) => {
        reserved = await counter.reserve(deadline);
      });
    try {
      const proposed =
        key === undefined ? await make() : await once(repeatableBy(key, request), make, deadlineIn());
      // What was paid for is not lost because the store is away by now.
      const usage = await counter.read(deadlineIn(keepReplyMs)).catch((error) => {
        if (reserved) return reserved;
        throw error;
      });
      return { ...proposed, usage };
    } catch (error) {
      if (isNoticeError(error, "LIMIT_REACHED")) reply.header("Retry-After", secondsLeftOfDay(now()));
      throw error;
    }
  });

  /** Asks the model in its turn, unless nobody waits for the reply any more. */
  function ask(
    request: FastifyRequest,
    signal: AbortSignal,
    asked: ProposalRequest,
    count: (deadline: Deadline) => Promise<void>,
  ): Promise<Proposed> {
    return inTurn(() => {
      signal.throwIfAborted();
      const chat = createChat(async () => {
        // The model takes its time: the store has its own with each request.
        request.deadline = deadlineIn();
        await assertWanted(request);
        await count(request.deadline);
      });
      const own: ChatModel = { complete: (messages) => chat.complete(messages, signal) };
      return makeProposal(own, asked, backend, brand?.texts);
    });
  }
}

/** Aborts when the client closes the connection. */
function leavingOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => leaving.abort(new NoticeError("REQUEST_TOO_SLOW", {}));
  reply.raw.once("close", leave);
  if (!request.raw.socket.writable) leave();
  return leaving.signal;
}

/** The day's requests to the models; a store is opened for each question alone, as a model takes its time between two of them. */
function createDailyCount(backend: Pick<StoreBackend, "openUsage">, limit: number) {
  return {
    /** Counts one before it is sent. @throws NoticeError LIMIT_REACHED, STORE_… */
    reserve: (deadline: Deadline): Promise<UsageReply> =>
      whileOpen(backend.openUsage(deadline), (store) => store.reserveUse(limit)),
    /** @throws NoticeError STORE_… */
    read: (deadline: Deadline): Promise<UsageReply> =>
      whileOpen(backend.openUsage(deadline), async (store) => ({ count: await store.usesToday(), limit })),
  };
}

/** How many seconds are left of a day in UTC, at the end of which the counter begins anew. */
function secondsLeftOfDay(now: Date): number {
  const dayMs = 86_400_000;
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}
