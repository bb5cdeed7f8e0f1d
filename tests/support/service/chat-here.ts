import type { ProposalParts } from "../../../api/editor/parts.ts";
import { defaultLimits } from "../../../api/models/deployment.ts";
import { createChat } from "../../../api/models/models.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import {
  chatModel,
  modelSettings,
  questionIn,
  type Recorded,
  type Reply,
  startRecorder,
} from "../network/recorder.ts";
import { withoutTls } from "../network/servers.ts";

export type ChatHere = Awaited<ReturnType<typeof chatHere>>;

/** The texts that a request gives. */
export const askedIn = (request: Recorded): Record<string, string> => questionIn(request).given;

/** The rules for the model in a request. */
export const toldIn = (request: Recorded): string => questionIn(request).system;

/** Translates without a fault: each text comes back with a word before it. */
export const obliging = chatModel(({ given }) =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, `Neu: ${text}`])),
);

/** Starts a chat model, which is stopped when the test ends, or with `onFinished`. */
export async function chatHere({
  dailyLimit = 50,
  limits = defaultLimits,
  onFinished = undefined as ((work: () => void) => void) | undefined,
} = {}) {
  let current = obliging;
  const reply: Reply = (...exchange) => current(...exchange);
  const { url, recorded } = await startRecorder(reply, withoutTls, onFinished);
  const config = readConfig(modelSettings(url));
  const proposals: ProposalParts = {
    dailyLimit,
    createChat(reserve) {
      const chat = createChat(config, { ...limits, reserve });
      if (!chat) throw new Error("The chat model is off.");
      return chat;
    },
  };
  /** Changes how the model replies from now on. */
  const answer = (next: Reply) => {
    current = next;
  };
  return { url, recorded, proposals, answer };
}
