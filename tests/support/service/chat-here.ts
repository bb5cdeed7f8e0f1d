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

/** The deployment of a chat model on this machine. */
export interface ChatHere {
  url: string;
  /** What the editor is given of it. */
  proposals: ProposalParts;
  /** Every request that it was sent. */
  recorded: Recorded[];
  /** What it answers from now on. */
  answer(reply: Reply): void;
}

/** The texts that a request gives. */
export const askedIn = (request: Recorded): Record<string, string> => questionIn(request).given;

/** The rules for the model in a request. */
export const toldIn = (request: Recorded): string => questionIn(request).system;

/** Translates without a fault: each text comes back with a word before it. */
export const obliging = chatModel(({ given }) =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, `Neu: ${text}`])),
);

/** Starts a chat model, which is stopped when the test ends, or with what `onFinished` adds to. */
export async function chatHere({
  dailyLimit = 50,
  limits = defaultLimits,
  onFinished = undefined as ((work: () => void) => void) | undefined,
} = {}): Promise<ChatHere> {
  let current = obliging;
  const { url, recorded } = await startRecorder(
    (...exchange) => current(...exchange),
    withoutTls,
    onFinished,
  );
  const config = readConfig(modelSettings(url));
  return {
    url,
    recorded,
    proposals: {
      dailyLimit,
      createChat(reserve) {
        const chat = createChat(config, { ...limits, reserve });
        if (!chat) throw new Error("The chat model is off.");
        return chat;
      },
    },
    answer(reply) {
      current = reply;
    },
  };
}
