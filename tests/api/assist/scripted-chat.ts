import type { ChatMessage, ChatModel } from "../../../api/assist/proposal.ts";

/** A chat model that gives these replies, one after the other, and keeps what it was asked. */
export function scriptedChat(...replies: unknown[]): ChatModel & { asked: ChatMessage[][] } {
  const asked: ChatMessage[][] = [];
  return {
    asked,
    async complete(messages) {
      const reply = replies[asked.length];
      asked.push(messages);
      if (reply === undefined) throw new Error("The model was asked once too often.");
      return typeof reply === "string" ? reply : JSON.stringify(reply);
    },
  };
}
