import type { startEditor } from "../../api/editor/start.ts";
import { defaultLimits, namesProxy } from "../../api/models/deployment.ts";
import { createChat } from "../../api/models/models.ts";
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
 * Reads the chat model from the settings. If it is set up wrongly, the reason goes to standard error, and the editor
 * runs without it. Call this before root becomes the store's owner, who may not be able to read the key.
 */
export function readProposals(context: Context): Parameters<typeof startEditor>[0]["proposals"] {
  const config = readModelSettings(context);
  if (!config || !createChat(config)) return undefined;
  return {
    dailyLimit: config.AI_DAILY_LIMIT,
    createChat(reserve) {
      const chat = createChat(config, { ...defaultLimits, reserve, hasProxy: namesProxy(context.env) });
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
