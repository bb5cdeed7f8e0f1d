import type { ChatCompletion } from "openai/resources/chat/completions";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Config } from "../../schema/settings/settings.ts";
import {
  type Deployment,
  defaultLimits,
  type Post,
  type RequestLimits,
  unreachable,
  unreadable,
} from "./deployment.ts";

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

interface Speech {
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

const types = ["flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "ogg", "wav", "webm"] as const;

/** The model's limit, in bytes; below 25 MiB, as the rest of the form also counts. */
const maxRecordingBytes = 25_000_000;

/**
 * Checks a recording, and renames it so that its name says only its type.
 * @throws NoticeError RECORDING_INVALID if it is empty, too large or of no known type
 */
async function checkRecording(recording: File): Promise<File> {
  if (recording.size > maxRecordingBytes)
    throw invalid("is larger than 25 MB: give a shorter one, or save it as mp3 or m4a");
  const bytes = new Uint8Array(await recording.arrayBuffer());
  if (bytes.length === 0) throw invalid("is empty: record it again");
  const type = findRecordingType(bytes);
  const known = new Intl.ListFormat("en", { type: "disjunction" }).format(types);
  if (!type) throw invalid(`is of no known type: save it as ${known}`);
  return new File([bytes], `recording.${type}`);
}

function invalid(reason: string): NoticeError {
  return new NoticeError("RECORDING_INVALID", { reason });
}

/**
 * The type of a recording by its first bytes, as names on phones lack the extension or have a wrong one. MPEG audio is
 * mp3 here, even if its name says mpga.
 */
function findRecordingType(bytes: Uint8Array): (typeof types)[number] | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("fLaC")) return "flac";
  if (start.startsWith("OggS")) return "ogg";
  if (/^RIFF.{4}WAVE/s.test(start)) return "wav";
  if (start.startsWith("\x1aE\xdf\xa3")) return "webm";
  if (start.startsWith("\0\0\x01\xba")) return "mpeg";
  // Phones use the same container for photos.
  if (/^.{4}ftyp(?!avi|hei|hev|mif|msf)/s.test(start)) return /^M4[AB] /.test(start.slice(8)) ? "m4a" : "mp4";
  return start.startsWith("ID3") || isMpegFrame(bytes) ? "mp3" : undefined;
}

/** Eleven bits that are set, then a valid version and layer. AAC has layer 0, and is not supported. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >= 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0;
}

type Call = <T>(
  outer: AbortSignal | undefined,
  work: (post: Post, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A deployment's client; its first call loads the SDK and creates it. */
function createLazyClient(deployment: Deployment, limits: RequestLimits): Call {
  let client: Promise<Post> | undefined;
  const { timeoutMs, hasProxy } = limits;
  const reason = unreachable(deployment, `no answer within ${timeoutMs / 1000} s`, hasProxy);
  return async (outer, work) => {
    client ??= import("./azure-client.ts").then(({ createAzureClient }) =>
      createAzureClient(deployment, limits),
    );
    const post = await client;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(reason), timeoutMs);
    try {
      return await work(post, outer ? AbortSignal.any([outer, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}
