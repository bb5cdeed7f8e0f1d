import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deadlineIn } from "../../data/deadline.ts";
import { whileOpen } from "../../data/store.ts";
import {
  type ProposalReply,
  type ProposalRequest,
  proposalRequestSchema,
  proposalSchema,
  type UsageReply,
  usageSchema,
} from "../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../schema/editor-api/turns.ts";
import { type Fault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { maxFaults } from "../../schema/notice/faults.ts";
import { normalizeTexts } from "../../schema/notice/notice.ts";
import { dayMs } from "../../schema/text/minute.ts";
import { compile } from "../../schema/validation/ajv.ts";
import { voiceOf } from "../../web/render.tsx";
import { type Proposal, proposeTranslation } from "../assist/propose.ts";
import type { Chat } from "../models/models.ts";
import { assertWanted, requireScope } from "./access.ts";
import { bodyOf, described, jsonReply } from "./operations.ts";
import type { EditorParts, ProposalParts } from "./parts.ts";

const propose = described(requireScope("write"), {
  operationId: "propose",
  summary: "Have the chat model translate texts; nothing is published",
  requestBody: bodyOf(proposalRequestSchema),
  responses: { 200: jsonReply("What the model wrote, and what to check in it", proposalSchema) },
});
const getUsage = described(requireScope("read"), {
  operationId: "getUsage",
  summary: "How many of the day's requests to the models are used",
  responses: { 200: jsonReply("The count, and the limit", usageSchema) },
});

export function proposalRoutes(
  app: FastifyInstance,
  { backend, brand, now }: Pick<EditorParts, "backend" | "brand" | "now">,
  { createChat, dailyLimit }: ProposalParts,
): void {
  const inTurn = createTurns(mostProposalsAtOnce);

  app.get(
    "/api/proposals",
    getUsage,
    ({ deadline }): Promise<UsageReply> =>
      whileOpen(backend.openUsage(deadline), async (store) => ({
        count: await store.usesToday(),
        limit: dailyLimit,
      })),
  );

  app.post("/api/proposals", propose, async (request, reply): Promise<ProposalReply> => {
    const asked = readProposalRequest(request.body);
    const leaving = leavingOf(request, reply);
    let usage: UsageReply = { count: 0, limit: dailyLimit };
    const reserve = async (): Promise<void> => {
      // The model is slow: the store is open only while it is asked, with a new deadline each time.
      request.deadline = deadlineIn();
      await assertWanted(request);
      usage = await whileOpen(backend.openUsage(request.deadline), (store) => store.reserveUse(dailyLimit));
    };
    try {
      const proposed: Proposal = await inTurn(() => {
        leaving.throwIfAborted();
        const chat = createChat(reserve);
        const own: Chat = { complete: (messages) => chat.complete(messages, leaving) };
        return proposeTranslation(own, { ...asked, examples: voiceOf(asked.to, brand?.texts) });
      });
      return { ...proposed, usage };
    } catch (error) {
      if (isNoticeError(error, "LIMIT_REACHED")) reply.header("Retry-After", secondsLeftOfDay(now()));
      throw error;
    }
  });
}

function leavingOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => leaving.abort(new NoticeError("REQUEST_TOO_SLOW", {}));
  reply.raw.once("close", leave);
  if (!request.raw.socket.writable) leave();
  return leaving.signal;
}

/** The seconds until the UTC day ends, when the counter starts again. */
function secondsLeftOfDay(now: Date): number {
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}

const findErrors = compile(proposalRequestSchema);

/**
 * Checks a request for a translation, and returns it with its texts in Unicode NFC.
 * @throws NoticeError PROPOSAL_INVALID, with every fault
 */
export function readProposalRequest(value: unknown): ProposalRequest {
  const request = normalizeTexts(value) as ProposalRequest;
  const faults = findErrors(request).map(({ instancePath, message }): Fault => {
    const part = instancePath === "" ? "The request" : `"${instancePath.slice(1).replace("/", ".")}"`;
    const detail = `${part} ${message}: see ProposalRequest in /api/openapi.json.`;
    return { detail, pointer: `#${instancePath}` };
  });
  const [first] = faults;
  if (!first) return request;
  throw new NoticeError("PROPOSAL_INVALID", { reason: first.detail }, { faults: faults.slice(0, maxFaults) });
}
