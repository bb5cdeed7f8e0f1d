import { NoticeError } from "../../schema/errors/notice-error.ts";
import { textNames } from "../../schema/notice/texts.ts";
import { hintsOf } from "./checks/hints.ts";
import { nameOf, type TranslationRequest, translationMessages } from "./prompts.ts";
import type { ChatModel, Proposal } from "./proposal.ts";
import { propose } from "./propose.ts";

/**
 * Has a model translate words, all of them or none.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeTranslation(chat: ChatModel, request: TranslationRequest): Promise<Proposal> {
  const { words, to } = request;
  const fields = textNames.filter((field) => words[field] !== undefined);
  if (fields.length === 0)
    throw new NoticeError("USAGE", { reason: "The notice has no words of its own to translate." });
  const asked = { fields, given: Object.values(words).join("\n") };
  const messages = translationMessages(request);
  const proposed = await propose(chat, messages, asked, `the translation into ${nameOf(to)}`);
  return { words: proposed, hints: hintsOf(words, proposed) };
}
