import type { FromSchema } from "json-schema-to-ts";
import type { Config } from "../../schema/settings/settings.ts";
import { defaultLimits } from "./deployment.ts";
import { createLazyClient } from "./lazy-client.ts";

const responseSchema = {
  type: "object",
  required: ["choices"],
  properties: {
    choices: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["message"],
        properties: {
          message: {
            type: "object",
            properties: { content: { anyOf: [{ type: "string" }, { type: "null" }] } },
          },
        },
      },
    },
  },
} as const;

/** A message of the conversation so far; `system` steers the model. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** The chat model of a deployment. */
export interface Chat {
  /** What the model says next, in at most `maxTokens` tokens; empty if it says nothing. Throws SERVICE_FAILED. */
  complete(messages: Message[], options: { maxTokens: number }): Promise<string>;
}

/** The client for the chat model, or undefined if not configured; nothing is sent before its first use. */
export function createChat(config: Config, limits = defaultLimits): Chat | undefined {
  const { AZURE_OPENAI_CHAT_BASE_PATH: basePath, AZURE_OPENAI_CHAT_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const post = createLazyClient({ service: "chat", basePath, key }, limits);
  return {
    async complete(messages, { maxTokens }) {
      const response = await post("/chat/completions", { messages, max_tokens: maxTokens }, responseSchema);
      const { choices } = response as FromSchema<typeof responseSchema>;
      return choices[0]?.message.content ?? "";
    },
  };
}
