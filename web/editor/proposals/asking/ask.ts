import type { ProposalReply, ProposalRequest } from "../../../../schema/editor-api/proposals.ts";
import type { Result, Send } from "../../client/request.ts";
import { isUnanswered } from "../../trouble/trouble.ts";

/** How long to wait for a proposal, in ms: longer than the service takes with its retry and its repair. */
const proposalTimeoutMs = 280_000;

export type AskForProposal = ReturnType<typeof createAskForProposal>;

/** Makes a function that requests proposals. After a lost reply, the same request has the same idempotency key, so it is paid only once. */
export function createAskForProposal(send: Send) {
  const unanswered = new Map<string, string>();
  return async (body: ProposalRequest, stopped: AbortSignal): Promise<Result<ProposalReply>> => {
    const request = JSON.stringify(body);
    const key = unanswered.get(request) ?? crypto.randomUUID();
    unanswered.set(request, key);
    const reply = await send(
      "POST",
      "/api/proposals",
      (response): Promise<ProposalReply> => response.json(),
      {
        body,
        headers: { "idempotency-key": key },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(proposalTimeoutMs)]),
      },
    );
    if (reply.ok || !isUnanswered(reply.problem)) unanswered.delete(request);
    return reply;
  };
}
