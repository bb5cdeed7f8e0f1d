import type { Config } from "../../schema/settings/settings.ts";
import { createClient } from "./client.ts";
import { type CallOptions, type Deployment, defaultLimits } from "./deployment.ts";
import { wrongResponse } from "./failure.ts";
import { checkRecording } from "./recording/recording.ts";

/** The speech-to-text model of a deployment. */
export interface Speech {
  /**
   * The words in a recording, whose name is not sent.
   * @throws NoticeError RECORDING_INVALID before anything is sent, MODEL_FAILED, or what `reserve` or the signal says
   */
  transcribe(recording: File, options?: CallOptions): Promise<string>;
}

/** The client for the speech-to-text model, or undefined if not configured; nothing is sent before its first use. */
export function createSpeech(config: Config, limits = defaultLimits): Speech | undefined {
  const { AZURE_OPENAI_SPEECH_BASE_PATH: basePath, AZURE_OPENAI_SPEECH_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const { AZURE_OPENAI_API_VERSION: apiVersion } = config;
  const deployment: Deployment = { model: "speech", basePath, key, apiVersion };
  const post = createClient(deployment, limits);
  return {
    async transcribe(recording, options) {
      const form = new FormData();
      form.append("file", await checkRecording(recording));
      form.append("response_format", "json");
      const response = await post("/audio/transcriptions", form, options?.signal);
      const text: unknown = Object(response).text;
      if (typeof text !== "string") throw wrongResponse(deployment);
      return text;
    },
  };
}
