import type { FromSchema } from "json-schema-to-ts";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import type { Config } from "../../schema/settings/settings.ts";
import { type CallOptions, defaultLimits } from "./deployment.ts";
import { createLazyClient } from "./lazy-client.ts";
import { checkRecording } from "./recording/recording.ts";
import { refusesFormat } from "./refusal.ts";

const responseSchema = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string" }, language: {}, duration: {} },
} as const;

/** What was said in a recording. */
export interface Transcript {
  text: string;
  /** As the model calls it, such as `english`. */
  language?: string;
  /** Of the recording, in seconds. */
  duration?: number;
}

/** The speech-to-text model of a deployment. */
export interface Speech {
  /**
   * The words in a recording, whose name is not sent.
   * @throws NoticeError RECORDING_INVALID before anything is sent, MODEL_FAILED, or what `reserve` or the signal says
   */
  transcribe(recording: File, options?: CallOptions): Promise<Transcript>;
}

/** The client for the speech-to-text model, or undefined if not configured; nothing is sent before its first use. */
export function createSpeech(config: Config, limits = defaultLimits): Speech | undefined {
  const { AZURE_OPENAI_SPEECH_BASE_PATH: basePath, AZURE_OPENAI_SPEECH_KEY: key } = config;
  if (basePath === undefined || key === undefined) return undefined;
  const { AZURE_OPENAI_API_VERSION: apiVersion } = config;
  const call = createLazyClient({ model: "speech", basePath, key, apiVersion }, limits);
  // Newer models refuse the format with a language and a duration.
  let format: "verbose_json" | "json" = "verbose_json";
  return {
    async transcribe(recording, options) {
      const file = await checkRecording(recording);
      return call(options?.signal, async (post, signal) => {
        const ask = async () => {
          const form = new FormData();
          form.append("file", file);
          form.append("response_format", format);
          return toTranscript(await post("/audio/transcriptions", form, responseSchema, signal));
        };
        const asked = format;
        try {
          return await ask();
        } catch (error) {
          if (asked === "json" || !isNoticeError(error) || !refusesFormat(error.cause)) throw error;
          format = "json";
          return ask();
        }
      });
    },
  };
}

function toTranscript(response: unknown): Transcript {
  const { text, language, duration } = response as FromSchema<typeof responseSchema>;
  return {
    text,
    ...(typeof language === "string" && /^[\p{L} -]{1,40}$/u.test(language) ? { language } : {}),
    ...(typeof duration === "number" && duration >= 0 ? { duration } : {}),
  };
}
