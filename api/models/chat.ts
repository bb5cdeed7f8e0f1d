import type { Config } from "../../schema/settings/settings.ts";
import { createClient } from "./client.ts";
import { type CallOptions, type Deployment, defaultLimits } from "./deployment.ts";
import { unfinishedReply, wrongResponse } from "./failure.ts";

/** A message of the conversation so far; `system` steers the model. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** The chat model of a deployment. */
export interface Chat {
  /**
   * What the model says next, whole, which should be a JSON object. JSON mode needs the word JSON in a message.
   * @throws NoticeError MODEL_FAILED, or what `reserve` or the signal says
   */
  complete(messages: readonly Message[], options?: CallOptions): Promise<string>;
}

/** The client for the chat model, or undefined if not configured; nothing is sent before its first use. */
export function createChat(config: Config, limits = defaultLimits): Chat | undefined {
  const { AZURE_OPENAI_CHAT_BASE_PATH: basePath, AZURE_OPENAI_CHAT_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const { AZURE_OPENAI_API_VERSION: apiVersion } = config;
  const deployment: Deployment = { model: "chat", basePath, key, apiVersion };
  const post = createClient(deployment, limits);
  return {
    async complete(messages, options) {
      // Newer deployments refuse `max_tokens`, and any `temperature` but their own.
      const body = { messages, response_format: { type: "json_object" } };
      const response = await post("/chat/completions", body, options?.signal);
      const choice = Object(Object(response).choices)[0];
      // Why the model stopped.
      if (choice?.finish_reason !== "stop") throw unfinishedReply(deployment, choice?.finish_reason);
      const content: unknown = choice.message?.content;
      if (typeof content !== "string" || content === "") throw wrongResponse(deployment);
      return content;
    },
  };
}
