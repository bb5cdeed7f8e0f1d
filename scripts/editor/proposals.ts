import type { startEditor } from "../../api/editor/start.ts";
import { createChat } from "../../api/models/chat.ts";
import { defaultLimits } from "../../api/models/deployment.ts";
import { messageFor } from "../../schema/errors/notice-error.ts";
import type { Config } from "../../schema/settings/settings.ts";
import type { Context } from "../terminal/context.ts";

const names = [
  "AZURE_OPENAI_CHAT_BASE_PATH",
  "AZURE_OPENAI_CHAT_KEY",
  "AZURE_OPENAI_API_VERSION",
  "AI_DAILY_LIMIT",
];

/**
 * The chat model that the settings name. One that is set up wrongly stops nothing: why it is left out is said on standard
 * error. Called before root becomes the store's owner, who may be able to read neither the key nor the installation.
 */
export async function readProposals(
  context: Context,
): Promise<Parameters<typeof startEditor>[0]["proposals"]> {
  const config = readModelSettings(context);
  if (!config || !createChat(config)) return undefined;
  // The client's code is loaded by its first use otherwise.
  if (context.uid() === 0) await import("../../api/models/azure-client.ts");
  return {
    dailyLimit: config.AI_DAILY_LIMIT,
    createChat(reserve) {
      const chat = createChat(config, { ...defaultLimits, reserve });
      if (!chat) throw new Error("The chat model was there a moment ago.");
      return chat;
    },
  };
}

function readModelSettings({ readSettings, printError, commandName }: Context): Config | undefined {
  try {
    return readSettings(names);
  } catch (error) {
    printError(`The editor runs without proposals: ${messageFor(error, commandName)}`);
    return undefined;
  }
}
