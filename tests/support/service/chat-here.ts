import type { ProposalParts } from "../../../api/editor/parts.ts";
import { defaultLimits } from "../../../api/models/deployment.ts";
import { createChat } from "../../../api/models/models.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import { modelSettings, type Recorded, type Reply, say, startRecorder } from "../network/recorder.ts";
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

/** What a person's data is in a request: the JSON of the first message of the user's. */
export function askedIn({ body }: Recorded): Record<string, string> {
  const { messages } = JSON.parse(body.toString());
  return JSON.parse(messages[1].content);
}

/** What the model is told of its work in a request. */
export function toldIn({ body }: Recorded): string {
  return JSON.parse(body.toString()).messages[0].content;
}

/** Translates without a fault: each text comes back with a word before it. */
export const obliging: Reply = (response, request) =>
  say(
    response,
    Object.fromEntries(Object.entries(askedIn(request)).map(([name, text]) => [name, `Neu: ${text}`])),
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
