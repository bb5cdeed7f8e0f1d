import { readAppAddress } from "../../schema/settings/app-url.ts";
import { whoSees } from "../../schema/words/who-sees.ts";
import type { Context } from "./context.ts";

/** How long a command waits for the app at most, in ms. */
const timeoutMs = 1_000;

/** The app's public address; undefined if it is not set, or set wrongly. */
export function appOf({ installation }: Pick<Context, "installation">): URL | undefined {
  const app = readAppAddress(installation.config.APP_URL);
  return app && "url" in app ? app.url : undefined;
}

/** Asks the app, if its address is set, and says whether visitors see the notice. */
export async function askWhoSees(context: Pick<Context, "installation">): Promise<string[]> {
  const app = appOf(context);
  if (!app) return [];
  const { askApp, seenInWords } = await import("../../api/editor/app-state/ask-app.ts");
  const found = await askApp(app, undefined, timeoutMs);
  const { state } = found;
  return [state === "answers" || state === "notice" ? whoSees[state] : `${app.href} ${seenInWords(found)}.`];
}
