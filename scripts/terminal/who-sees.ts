import { readAppAddress } from "../../schema/settings/app-url.ts";
import { whoSees } from "../../schema/words/who-sees.ts";
import type { Context } from "./context.ts";

/** How long a command waits for the app at most, in ms. */
const timeoutMs = 1_000;

/** Asks the app, if its address is set, and says whether visitors see the notice; no lines if that is unknown. */
export async function askWhoSees({ installation }: Pick<Context, "installation">): Promise<string[]> {
  const app = readAppAddress(installation.config.APP_URL);
  if (!app || "fault" in app) return [];
  const { askApp } = await import("../../api/editor/app-state/ask-app.ts");
  const { state } = await askApp(app.url, undefined, timeoutMs);
  return state === "answers" || state === "notice" ? [whoSees[state]] : [];
}
