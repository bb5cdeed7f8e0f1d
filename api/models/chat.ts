import type { ChatCompletion } from "openai/resources/chat/completions";
import type { Config } from "../../schema/settings/settings.ts";
import { createLazyClient, type Deployment, defaultLimits } from "./deployment.ts";
import { unreadable } from "./failure.ts";

/** A message of the conversation so far; `system` steers the model. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** The chat model of a deployment. */
export interface Chat {
  /**
   * The model's complete reply, which should be a JSON object. JSON mode needs the word JSON in a message. The signal
   * ends the call at once, which then rejects with its reason.
   * @throws NoticeError MODEL_FAILED, or what `reserve` or the signal says
   */
  complete(messages: readonly Message[], signal?: AbortSignal): Promise<string>;
}

/** The client for the chat model, or undefined if not configured; nothing is sent before its first use. */
export function createChat(config: Config, limits = defaultLimits): Chat | undefined {
  const { AZURE_OPENAI_CHAT_BASE_PATH: basePath, AZURE_OPENAI_CHAT_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const { AZURE_OPENAI_API_VERSION: apiVersion } = config;
  const deployment: Deployment = { model: "chat", basePath, key, apiVersion };
  const call = createLazyClient(deployment, limits);
  return {
    complete: (messages, outer) =>
      call(outer, async (post, signal) => {
        // Newer deployments refuse `max_tokens`, and any `temperature` but their own.
        const body = { messages, response_format: { type: "json_object" } };
        const response = (await post("/chat/completions", body, signal)) as Partial<ChatCompletion> | null;
        // A gateway may send anything.
        const { finish_reason, message } = response?.choices?.[0] ?? {};
        const content: unknown = message?.content;
        if (finish_reason === "stop" && typeof content === "string" && content !== "") return content;
        const isKnown = finish_reason === "length" || finish_reason === "content_filter";
        throw unreadable(
          deployment,
          isKnown ? `it was cut off: ${finish_reason}` : "it has no complete reply",
        );
      }),
  };
}
