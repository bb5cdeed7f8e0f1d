import type { Command } from "commander";
import { awaitSwitch } from "../../api/editor/ask-app.ts";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { NextNotice } from "../../data/publish.ts";
import { findSwitch, turnOff, turnOn } from "../../data/switch.ts";
import { warnOfStale } from "../../schema/advice/advice.ts";
import { messageFor } from "../../schema/errors/notice-error.ts";
import { readAppAddress } from "../../schema/settings/settings.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, visitorsUrl } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";
import { addSetOptions, type SetOptions, setFrom } from "./set.ts";
import { printNotice } from "./show.ts";

type TurnOptions = SetOptions & { from?: URL; keepWords?: boolean };

const onWithWords = 'on --message "We are moving house." --expected-return +2h';
const fromOption = ["--from <url>", "the URL to ask (default: APP_URL)", visitorsUrl] as const;

export function addOn(program: Command, context: Context): void {
  const command = program
    .command("on")
    .description("show visitors the notice, with new text if you give some");
  addSetOptions(command);
  command.option(...fromOption).action((options: TurnOptions) => {
    const hasWords = Object.keys(options).some((name) => !["from", "dryRun", "json", "wait"].includes(name));
    const publish = (beforeWrite: SetOptions["beforeWrite"]) =>
      setFrom(command, context, { ...options, beforeWrite });
    const turning = turningTo(true, context, options, hasWords);
    return turnOn(turning, context.author(), hasWords ? publish : undefined);
  });
  addExamples(command, onWithWords, "on");
}

export function addOff(program: Command, context: Context): void {
  const command = program
    .command("off")
    .description("bring the app back, and restore what `on` changed")
    .option("--dry-run", "show what would change, without changing anything")
    .option("--keep-words", "do not restore the text")
    .option(...fromOption)
    .action(async (options: TurnOptions) => {
      const { record } = await findSwitch(context.installation.config.SWITCH).state();
      const isRestoring = !options.keepWords && record?.before !== undefined;
      const restore = (next: NextNotice): Promise<void> =>
        publishAndReport(context, options, next, { warn: warnOfStale, judge: () => undefined });
      const turning = turningTo(false, context, options, isRestoring);
      context.print(await turnOff(turning, isRestoring ? restore : undefined));
    });
  addExamples(command, "off", "off --keep-words");
}

export function addStatus(program: Command, context: Context): void {
  const { print, commandName, installation } = context;
  program
    .command("status")
    .description("print the notice, the switch, what APP_URL shows, and what to type next")
    .action(async () => {
      await printNotice(context).catch((error) => {
        print(messageFor(error, commandName));
        const known = readLastKnownGood(installation.lastKnownGood);
        if (known) print(`Visitors get revision ${known.number}: ${known.notice.title}`);
      });
      const [state, ...commands] = await switchInWords(context);
      print(state);
      const check = `check --from ${installation.config.APP_URL ?? "https://shop.example"}`;
      for (const command of [...commands, check, "--help"].slice(0, 3)) print(`  ${commandName} ${command}`);
    });
}

async function switchInWords(context: Context): Promise<[string, ...string[]]> {
  try {
    const { isOn, since, record, isReadOnly } = await findSwitch(context.installation.config.SWITCH).state();
    const when = `${since ? ` since ${since}` : ""}${record ? `, by ${record.by}` : ""}`;
    const readOnly = isReadOnly ? " Read-only is on: requests that write get the notice." : "";
    if (isOn) return [`The switch is on${when}.${readOnly}`, "off", "set --expected-return +1h"];
    const waits = record ? ` Words${when} wait for \`off\`.` : "";
    return [`The switch is off.${waits}${readOnly}`, record ? "off" : onWithWords];
  } catch (error) {
    return [messageFor(error, context.commandName), "editor"];
  }
}

/** What turning the switch needs. Its `look` says what visitors see. */
function turningTo(isOn: boolean, context: Context, options: TurnOptions, needsStore: boolean) {
  const { from = readAppAddress(context.installation.config.APP_URL).url, dryRun, json } = options;
  const say = json ? context.printError : context.print;
  const word = isOn ? "on" : "off";
  const look = async (): Promise<void> => {
    if (dryRun) return say(`The switch would be turned ${word}.`);
    if (!from) return say(`The switch is ${word}. Nobody looked: set APP_URL, or give --from.`);
    await awaitSwitch(from, isOn);
    if (!isOn) say(`The app answers at ${from.href}.`);
    else say(`Visitors see the notice at ${from.href}. To take it back: \`${context.commandName} off\`.`);
  };
  const chosen = findSwitch(context.installation.config.SWITCH, dryRun);
  context.enterSwitch(chosen.folder, needsStore);
  return { chosen, now: context.now(), look };
}
