import { hintsOfDraft } from "./checks/hints.ts";
import { type DraftRequest, draftMessages } from "./prompts.ts";
import type { ChatModel, Proposal } from "./proposal.ts";
import { propose } from "./propose.ts";
import { hideInBrief } from "./tokens.ts";

/**
 * Has a model write a title and a message that say what a brief says.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeDraft(
  chat: ChatModel,
  { brief, language, examples }: DraftRequest,
): Promise<Proposal> {
  const hiding = hideInBrief(brief);
  const messages = draftMessages({ brief: hiding.brief, language, examples });
  const { hidden } = hiding;
  const asked = { fields: ["title" as const, "message" as const], hidden, given: brief };
  const words = await propose(chat, messages, asked, "the draft");
  return { words, hints: hintsOfDraft(brief, words) };
}
