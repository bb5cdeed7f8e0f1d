import { inspect } from "node:util";
import { pino } from "pino";
import { expect } from "vitest";
import type { RequestLimits } from "../../../api/models/deployment.ts";
import { createChat, createSpeech } from "../../../api/models/models.ts";
import { isNoticeError, type NoticeError } from "../../../schema/errors/notice-error.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/models.ts";
import { modelSettings, sentinel } from "../../support/network/recorder.ts";

/** Enough time for any reply, also on a busy machine. */
export const once: RequestLimits = { timeoutMs: 20_000, retries: 0 };
/** For models that never reply. */
export const quick: RequestLimits = { ...once, timeoutMs: 400 };
export const hello = [{ role: "user", content: "Say hello in JSON." }] as const;

/** The clients of the deployments at a URL, with a small request for each. */
export function clients(url: string, limits = once, settings = {}) {
  const config = readConfig({ ...modelSettings(url), ...settings });
  const chat = createChat(config, limits);
  const speech = createSpeech(config, limits);
  if (!chat || !speech) throw new Error("The models are off.");
  return {
    complete: (signal?: AbortSignal) => chat.complete(hello, signal),
    transcribe: (recording = oneSecondOfTone()) => speech.transcribe(recording),
  };
}

/** The error of a request, after a check that it does not contain the key. */
export async function errorOf(asking: Promise<unknown>): Promise<NoticeError> {
  const error = await asking.then(
    () => new Error("There was no error."),
    (thrown: unknown) => thrown,
  );
  if (!isNoticeError(error, "MODEL_FAILED")) throw error;
  const lines: string[] = [];
  pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }).error(error, "failed");
  const told = [inspect(error, { depth: 20, showHidden: true }), ...lines].join("\n");
  expect(told).toContain("model");
  expect(told).not.toContain(sentinel);
  return error;
}

/** The body of an error reply that repeats the key. */
export const echo = { error: { code: "x", message: `Access denied for ${sentinel}` } };
