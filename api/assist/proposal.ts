import type { FromSchema } from "json-schema-to-ts";
import type { hintSchema } from "../../schema/editor-api/proposals.ts";
import type { Texts } from "../../schema/words/written-texts.ts";

/** A message to a chat model, or one that it wrote; `system` steers it. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A chat model: `complete` gives the content of its reply, which should be JSON. */
export interface ChatModel {
  complete(messages: ChatMessage[]): Promise<string>;
}

/** Words that a model wrote and our checks have read: only a person publishes them. */
export interface Proposal {
  words: Texts;
  hints: Hint[];
}

/** What a person should look at in a proposal, which may be right all the same. */
export type Hint = FromSchema<typeof hintSchema>;
