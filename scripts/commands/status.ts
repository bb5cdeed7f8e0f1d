import type { Command } from "commander";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { shownIn } from "../../data/predecessor.ts";
import { findSwitch, placeOf } from "../../data/switch/switch.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { messageFor } from "../../schema/errors/notice-error.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import type { Context } from "../terminal/context.ts";
import { targetOf } from "../terminal/publish.ts";
import { linesOf } from "./show.ts";

export function addStatus(program: Command, context: Context): void {
  program
    .command("status")
    .summary("print what visitors see now, as without a command")
    .description("Prints the notice, the switch, what APP_URL shows, and what to type next.")
    .action(async () => {
      // Read first: afterwards root may have become another user.
      const { SWITCH } = context.readSettings(["SWITCH"]);
      for (const line of await noticeInWords(context)) context.print(line);
      const [state, ...commands] = switchInWords(context, SWITCH);
      context.print(state ?? "");
      context.print(await appInWords(context));
      for (const line of commands.slice(0, 3)) context.print(`  ${context.commandName} ${line}`);
    });
}

async function noticeInWords(context: Context): Promise<string[]> {
  const target = targetOf(context);
  const known = readLastKnownGood(target.lastKnownGood);
  try {
    const { number, notice, author, createdAt } = await shownIn(target, deadlineIn());
    return [`The notice is revision ${number}, published ${createdAt} by ${author}:`, ...linesOf(notice)];
  } catch (error) {
    const shown = known ? [`Visitors get revision ${known.number}:`, ...linesOf(known.notice)] : [];
    return [messageFor(error, context.commandName), ...shown];
  }
}

/** The switch, and three commands to type next. */
function switchInWords(context: Context, setting: string): string[] {
  const { folder, file } = placeOf(setting);
  const check = `check --from ${context.installation.config.APP_URL ?? "https://shop.example"}`;
  const next = ['on --message "We are moving house." --expected-return +2h', check, "--help"];
  try {
    context.enterSwitch(folder, false);
    const found = findSwitch(setting)?.state();
    if (!found)
      return [`There is no switch on this machine (${folder} is missing).`, "editor", check, "--help"];
    const { isOn, since, record, isReadOnly } = found;
    const readOnly = isReadOnly ? " Read-only is on: requests that write get the notice." : "";
    if (!isOn && record)
      return [`The switch is off. Words since ${record.since} wait for \`off\`.${readOnly}`, "off", ...next];
    if (!isOn) return [`The switch is off (${file}).${readOnly}`, ...next];
    const by = record ? `, by ${record.by}` : "";
    const when = since === undefined ? "" : ` since ${since}`;
    return [`The switch is on${when}${by}.${readOnly}`, "off", "set --expected-return +1h", check];
  } catch (error) {
    return [messageFor(error, context.commandName), ...next];
  }
}

async function appInWords({ installation }: Context): Promise<string> {
  const app = readAppAddress(installation.config.APP_URL);
  if (!app) return "APP_URL is not set, so nobody looked what visitors get.";
  if ("fault" in app) return app.fault;
  const { askApp, seenInWords } = await import("../../api/editor/app-state/ask-app.ts");
  return `${app.url.href} ${seenInWords(await askApp(app.url, undefined, 2000))}.`;
}
