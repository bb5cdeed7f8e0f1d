import { askApp, seenInWords } from "../../api/editor/app-state/ask-app.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import { whoSees } from "../../schema/words/who-sees.ts";
import type { Context } from "./context.ts";

/** The app's public address; undefined if it is not set, or set wrongly. */
export function appOf({ installation }: Pick<Context, "installation">): URL | undefined {
  return readAppAddress(installation.config.APP_URL).url;
}

/** Asks the app, if its address is set, and says whether visitors see the notice. */
export async function askWhoSees(context: Pick<Context, "installation">): Promise<string[]> {
  const app = appOf(context);
  if (!app) return [];
  const found = await askApp(app, 1_000);
  const { state } = found;
  return [state === "answers" || state === "notice" ? whoSees[state] : `${app.href} ${seenInWords(found)}.`];
}
