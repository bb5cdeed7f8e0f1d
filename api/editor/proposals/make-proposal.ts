import { type StoreBackend, whileOpen } from "../../../data/store.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import type { BrandTexts } from "../../../schema/brand/brand.ts";
import type { ProposalReply, ProposalRequest } from "../../../schema/editor-api/proposals.ts";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { meantTag } from "../../../schema/languages/tags.ts";
import { voiceOf } from "../../../web/render.tsx";
import { proposeDraft } from "../../assist/draft.ts";
import type { ChatModel } from "../../assist/proposal.ts";
import { proposeTranslation } from "../../assist/translate.ts";

/** A proposal without the count of requests, which is read again for each reply. */
export type Proposed = Omit<ProposalReply, "usage">;

/** Has a chat model write what a request asks for. @throws NoticeError PROPOSAL_REFUSED, and what the model's client throws */
export async function makeProposal(
  chat: ChatModel,
  request: ProposalRequest,
  backend: Pick<StoreBackend, "read">,
  texts?: BrandTexts,
): Promise<Proposed> {
  if ("translation" in request) {
    const { to } = request.translation;
    return proposeTranslation(chat, { ...request.translation, examples: voiceOf(to, texts) });
  }
  const { brief, language } = request.draft;
  return proposeDraft(chat, { brief, language, examples: await examplesFor(language, backend, texts) });
}

/** Sentences of the page in a language, by default the notice's; none if the page does not have that language. */
async function examplesFor(
  language: string | undefined,
  backend: Pick<StoreBackend, "read">,
  texts: BrandTexts | undefined,
): Promise<string[]> {
  const tag = language === undefined ? await ownLanguage(backend) : meantTag(language);
  return tag === undefined ? [] : voiceOf(tag, texts);
}

/** The page's language of the notice's own words, or English. @throws NoticeError STORE_… */
async function ownLanguage(backend: Pick<StoreBackend, "read">) {
  try {
    const { language = "en" } = (await whileOpen(backend.read(deadlineIn()), (store) => store.latest()))
      .notice;
    return meantTag(language) ?? "en";
  } catch (error) {
    if (isNoticeError(error, "STORE_DAMAGED")) return "en";
    throw error;
  }
}
