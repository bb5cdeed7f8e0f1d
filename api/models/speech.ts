import type { Config } from "../../schema/settings/settings.ts";
import { createLazyClient, type Deployment, defaultLimits } from "./deployment.ts";
import { unreadable } from "./failure.ts";

import { checkRecording } from "./recording.ts";

/** The speech-to-text model of a deployment. */
export interface Speech {
  /**
   * The words in a recording. Its name is not sent. If the signal ends the call, it rejects with the signal's reason.
   * @throws NoticeError RECORDING_INVALID before anything is sent, MODEL_FAILED, or what `reserve` or the signal says
   */
  transcribe(recording: File, signal?: AbortSignal): Promise<string>;
}

/** The client for the speech-to-text model, or undefined if not configured; nothing is sent before its first use. */
export function createSpeech(config: Config, limits = defaultLimits): Speech | undefined {
  const { AZURE_OPENAI_SPEECH_BASE_PATH: basePath, AZURE_OPENAI_SPEECH_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const { AZURE_OPENAI_API_VERSION: apiVersion } = config;
  const deployment: Deployment = { model: "speech", basePath, key, apiVersion };
  const call = createLazyClient(deployment, limits);
  return {
    async transcribe(recording, outer) {
      const form = new FormData();
      form.append("file", await checkRecording(recording));
      form.append("response_format", "json");
      return call(outer, async (post, signal) => {
        const response = await post("/audio/transcriptions", form, signal);
        const { text } = Object(response);
        if (typeof text === "string") return text;
        throw unreadable(deployment, "it has no text");
      });
    },
  };
}
