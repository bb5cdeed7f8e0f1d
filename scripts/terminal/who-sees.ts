import { askApp, seenInWords } from "../../api/editor/app-state/ask-app.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import { whoSees } from "../../schema/words/who-sees.ts";
import type { Context } from "./context.ts";

/** Asks the app, if its address is set, and says whether visitors see the notice. */
export async function askWhoSees({ installation }: Pick<Context, "installation">): Promise<string[]> {
  const { url: app } = readAppAddress(installation.config.APP_URL);
  if (!app) return [];
  const found = await askApp(app, 1_000);
  const { state } = found;
  return [state === "answers" || state === "notice" ? whoSees[state] : `${app.href} ${seenInWords(found)}.`];
}
