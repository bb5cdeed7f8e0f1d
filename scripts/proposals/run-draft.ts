import type { Context } from "../terminal/context.ts";
import { askModels } from "./desk.ts";
import { type DraftOptions, draftWords, refuseUnfit, refuseWrongBrief } from "./draft-words.ts";

/** Has the notice's words drafted from a brief, and publishes them. */
export function runDraft(context: Context, options: DraftOptions, brief: string): Promise<void> {
  const prepare = () => refuseWrongBrief(brief);
  return askModels(context, options, ["CHAT"], prepare, (desk) => {
    refuseUnfit(desk, options);
    desk.kept.keep("brief", `${brief}\n`);
    return draftWords(context, options, desk, { brief, how: "drafted with chat" });
  });
}
