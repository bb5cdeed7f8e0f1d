import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Texts } from "../../schema/words/written-texts.ts";
import { repairMessages } from "./prompts.ts";
import type { ChatMessage, ChatModel } from "./proposal.ts";
import { type Asked, readReply } from "./read-reply.ts";

/**
 * Asks a model; if its reply cannot be used, asks once more with the reason. `subject` is what was asked for, such as
 * "the translation into German (de)".
 * @throws NoticeError PROPOSAL_REFUSED, and what the model's client throws
 */
export async function propose(
  chat: ChatModel,
  messages: ChatMessage[],
  asked: Asked,
  subject: string,
): Promise<Texts> {
  const reply = await chat.complete(messages);
  const first = readReply(reply, asked);
  if ("words" in first) return first.words;
  const repaired = await chat.complete([...messages, ...repairMessages(reply, first.fault)]);
  const second = readReply(repaired, asked);
  if ("words" in second) return second.words;
  throw new NoticeError("PROPOSAL_REFUSED", { subject, reason: second.fault });
}
