import { hintsOf } from "./checks/hints.ts";
import { type DraftRequest, draftMessages } from "./prompts.ts";
import type { ChatModel, Proposal } from "./proposal.ts";
import { propose } from "./propose.ts";

/**
 * Has a model write a title and a message that say what a brief says.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeDraft(chat: ChatModel, request: DraftRequest): Promise<Proposal> {
  const { brief } = request;
  const asked = { fields: ["title" as const, "message" as const], given: brief };
  const words = await propose(chat, draftMessages(request), asked, "the draft");
  return { words, hints: hintsOf({ message: brief }, { message: `${words.title}\n${words.message}` }) };
}
