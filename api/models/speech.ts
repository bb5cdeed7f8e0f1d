import type { FromSchema } from "json-schema-to-ts";
import type { Config } from "../../schema/settings/settings.ts";
import { defaultLimits } from "./deployment.ts";
import { createLazyClient } from "./lazy-client.ts";

const responseSchema = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string" } },
} as const;

/** The speech-to-text model of a deployment. */
export interface Speech {
  /** The words in a recording, whose name gives its format, such as `call.wav`. Throws SERVICE_FAILED. */
  transcribe(recording: File): Promise<string>;
}

/** The client for the speech-to-text model, or undefined if not configured; nothing is sent before its first use. */
export function createSpeech(config: Config, limits = defaultLimits): Speech | undefined {
  const { AZURE_OPENAI_SPEECH_BASE_PATH: basePath, AZURE_OPENAI_SPEECH_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const post = createLazyClient({ service: "speech", basePath, key }, limits);
  return {
    async transcribe(recording) {
      const form = new FormData();
      form.append("file", recording);
      const response = await post("/audio/transcriptions", form, responseSchema);
      return (response as FromSchema<typeof responseSchema>).text;
    },
  };
}
