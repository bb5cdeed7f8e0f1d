import { createChat } from "../../api/models/chat.ts";
import type { RequestLimits } from "../../api/models/deployment.ts";
import { createSpeech } from "../../api/models/speech.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Config } from "../../schema/settings/settings.ts";
import type { Context } from "../terminal/context.ts";
import { oneSecondOfTone } from "./wav.ts";

/** Without retries, a refusal is reported at once; and a model that is too slow for ops is too slow. */
const requestLimits: RequestLimits = { timeoutMs: 10_000, retries: 0 };

/** Sends the smallest real request to each model that is configured, and has a result for each, also where it is off. */
export function checkModels({ readSettings }: Pick<Context, "readSettings">): Promise<DiagnosticResult[]> {
  return Promise.all([
    checkModel("speech", "AZURE_OPENAI_SPEECH", readSettings, (config) => {
      const speech = createSpeech(config, requestLimits);
      return speech && (() => speech.transcribe(oneSecondOfTone()));
    }),
    checkModel("chat", "AZURE_OPENAI_CHAT", readSettings, (config) => {
      const chat = createChat(config, requestLimits);
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
    if (!ask) return { subject, state: "ok", detail: `off, ${settings}_BASE_PATH is not set` };
    // Loaded beforehand, so that only the network and the model are timed.
    await import("../../api/models/azure-client.ts");
    const started = performance.now();
    await ask();
    const ms = Math.round(performance.now() - started);
    const detail = `reachable, credentials accepted, model responding, round trip ${ms} ms`;
    return { subject, state: "ok", detail };
  } catch (error) {
    return { subject, state: "failure", detail: (error as Error).message };
  }
}
