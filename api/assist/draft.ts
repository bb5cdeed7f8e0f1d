import { meantTag } from "../../schema/languages/tags.ts";
import { checkDraft } from "./checks/check-proposal.ts";
import { draftMessages } from "./prompts.ts";
import type { ChatModel, Proposal } from "./proposal.ts";
import { propose } from "./propose.ts";
import { hideInBrief } from "./tokens.ts";

interface Briefing {
  /** What happens, in a person's own words. */
  brief: string;
  /** The tag of the language to write in; undefined for the brief's own. */
  language?: string | undefined;
  examples: readonly string[];
}

/**
 * Has a model write a title and a message that say what a brief says.
 * @throws NoticeError PROPOSAL_REFUSED if what it gives cannot be used, even after it was told why
 */
export async function proposeDraft(
  chat: ChatModel,
  { brief, language, examples }: Briefing,
): Promise<Proposal> {
  const hiding = hideInBrief(brief);
  const messages = draftMessages({ brief: hiding.brief, language, examples });
  const asked = { fields: ["title" as const, "message" as const], hidden: hiding.hidden, given: brief };
  const words = await propose(chat, messages, asked, "the draft");
  const to = meantTag(language);
  return { words, objections: checkDraft(brief, words, { from: undefined, to }) };
}
