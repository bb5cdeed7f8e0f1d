import { namesProxy, type RequestLimits } from "../../api/models/deployment.ts";
import { createChat, createSpeech } from "../../api/models/models.ts";
import { type DiagnosticResult, failure, ok } from "../../data/store.ts";
import type { Config } from "../../schema/settings/settings.ts";
import type { Context } from "../terminal/context.ts";

/** No retries, so that a refusal is reported at once; and a short timeout, because ops do not wait for slow models. */
const requestLimits: RequestLimits = { timeoutMs: 10_000, retries: 0 };

/** Sends the smallest real request to each model. There is a result for each model, even if it is not set up. */
export function checkModels({ readSettings, env }: Context): Promise<DiagnosticResult[]> {
  const limits = { ...requestLimits, hasProxy: namesProxy(env) };
  return Promise.all([
    checkModel("speech", "AZURE_OPENAI_SPEECH", readSettings, (config) => {
      const speech = createSpeech(config, limits);
      return speech && (() => speech.transcribe(oneSecondOfTone()));
    }),
    checkModel("chat", "AZURE_OPENAI_CHAT", readSettings, (config) => {
      const chat = createChat(config, limits);
      return chat && (() => chat.complete([{ role: "user", content: "Reply with this JSON: {}" }]));
    }),
  ]);
}

type Ask = () => Promise<unknown>;

async function checkModel(
  subject: string,
  settings: string,
  readSettings: Context["readSettings"],
  create: (config: Config) => Ask | undefined,
): Promise<DiagnosticResult> {
  try {
    const ask = create(
      readSettings([`${settings}_BASE_PATH`, `${settings}_KEY`, "AZURE_OPENAI_API_VERSION"]),
    );
    if (!ask) return ok(subject, `off, ${settings}_BASE_PATH is not set`);
    const started = performance.now();
    await ask();
    const ms = Math.round(performance.now() - started);
    return ok(subject, `reachable, credentials accepted, model responding, round trip ${ms} ms`);
  } catch (error) {
    return failure(subject, (error as Error).message);
  }
}

const sampleRate = 16_000;

/**
 * One second of a quiet tone as a WAV file: PCM, 16 kHz, 16 bits, mono; it contains no words.
 * @see https://www.rfc-editor.org/rfc/rfc2361
 */
export function oneSecondOfTone(): File {
  const bytes = Buffer.alloc(44 + sampleRate * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(sampleRate * 2, 40);
  for (let sample = 0; sample < sampleRate; sample += 1) {
    const value = Math.sin((sample / sampleRate) * 440 * 2 * Math.PI) * 1000;
    bytes.writeInt16LE(Math.round(value), 44 + sample * 2);
  }
  return new File([bytes], "tone.wav", { type: "audio/wav" });
}
