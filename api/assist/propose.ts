import { NoticeError } from "../../schema/errors/notice-error.ts";
import { textNames } from "../../schema/notice/texts.ts";
import type { Texts } from "../../schema/words/written-texts.ts";
import type { Chat, Message } from "../models/chat.ts";
import { type Hint, hintsOf } from "./checks/hints.ts";
import {
  type DraftRequest,
  draftMessages,
  nameOf,
  repairMessages,
  type TranslationRequest,
  translationMessages,
} from "./prompts.ts";
import { type Asked, readReply } from "./read-reply.ts";

/** Words that a model wrote and our checks have read: only a person publishes them. */
export interface Proposal {
  words: Texts;
  hints: Hint[];
}

/**
 * Has a model write a title and a message that say what a brief says.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeDraft(chat: Chat, request: DraftRequest): Promise<Proposal> {
  const { brief } = request;
  const asked = { fields: ["title" as const, "message" as const], given: brief };
  const words = await propose(chat, draftMessages(request), asked, "the draft");
  return { words, hints: hintsOf({ message: brief }, { message: `${words.title}\n${words.message}` }) };
}

/**
 * Has a model translate words, of which there is at least one: all of them or none.
 * @throws NoticeError PROPOSAL_REFUSED if its second reply cannot be used either
 */
export async function proposeTranslation(chat: Chat, request: TranslationRequest): Promise<Proposal> {
  const { words, to } = request;
  const fields = textNames.filter((field) => words[field] !== undefined);
  const asked = { fields, given: Object.values(words).join("\n") };
  const messages = translationMessages(request);
  const proposed = await propose(chat, messages, asked, `the translation into ${nameOf(to)}`);
  return { words: proposed, hints: hintsOf(words, proposed) };
}

/** Asks a model; if its reply cannot be used, asks once more with the reason. */
async function propose(chat: Chat, messages: Message[], asked: Asked, subject: string): Promise<Texts> {
  const reply = await chat.complete(messages);
  const first = readReply(reply, asked);
  if ("words" in first) return first.words;
  const second = readReply(await chat.complete([...messages, ...repairMessages(reply, first.fault)]), asked);
  if ("words" in second) return second.words;
  throw new NoticeError("PROPOSAL_REFUSED", { subject, reason: second.fault });
}
