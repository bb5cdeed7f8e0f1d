import { NoticeError } from "../../schema/errors/notice-error.ts";
import { meantTag } from "../../schema/languages/tags.ts";
import { textNames } from "../../schema/notice/texts.ts";
import { hintsOfTranslation } from "./checks/hints.ts";
import { nameOf, type TranslationRequest, translationMessages } from "./prompts.ts";
import type { ChatModel, Proposal } from "./proposal.ts";
import { propose } from "./propose.ts";
import { hideAddresses } from "./tokens.ts";

/**
 * Has a model translate words, all of them or none.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeTranslation(
  chat: ChatModel,
  { words, from, to, examples }: TranslationRequest,
): Promise<Proposal> {
  const { texts, hidden } = hideAddresses(words);
  const fields = textNames.filter((field) => words[field] !== undefined);
  if (fields.length === 0)
    throw new NoticeError("USAGE", { reason: "The notice has no words of its own to translate." });
  const asked = { fields, hidden, given: Object.values(words).join("\n") };
  const messages = translationMessages({ words: texts, from, to, examples });
  const proposed = await propose(chat, messages, asked, `the translation into ${nameOf(to)}`);
  const languages = { from: meantTag(from), to };
  return { words: proposed, hints: hintsOfTranslation(words, proposed, languages) };
}
