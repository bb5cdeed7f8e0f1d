import type { Command } from "commander";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { type NextNotice, publish } from "../../data/publish.ts";
import { findSwitch, placeOf, type Switch } from "../../data/switch/switch.ts";
import { turnOff, turnOn } from "../../data/switch/turn.ts";
import { isNoticeError, messageFor } from "../../schema/errors/notice-error.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import { warnOfStale } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, visitorsUrl } from "../terminal/options.ts";
import { report, requestOf, targetOf } from "../terminal/publish.ts";
import { appOf } from "../terminal/who-sees.ts";
import { addSetOptions, changesNotice, type SetOptions, setFrom } from "./set.ts";
import { printNotice } from "./show.ts";

interface TurnOptions {
  from?: URL;
  dryRun?: boolean;
  json?: boolean;
}

const onWithWords = 'on --message "We are moving house." --expected-return +2h';

export function addOn(program: Command, context: Context): void {
  const command = program
    .command("on")
    .summary("show visitors the notice, with new text if you give some")
    .description(
      "Publishes the given text, turns on the switch of the proxy on this machine (setting SWITCH), and waits until visitors see the notice. `off` restores the text.",
    );
  addSetOptions(command);
  addFrom(command).action(async (options: TurnOptions & SetOptions) => {
    const hasWords = changesNotice(options);
    const publish = (beforeWrite: SetOptions["beforeWrite"]) =>
      setFrom(command, context, { ...options, beforeWrite });
    const turning = turningTo(true, context, options, hasWords);
    await turnOn(turning, context.author(), hasWords ? publish : undefined);
  });
  addExamples(command, onWithWords, "on");
}

export function addOff(program: Command, context: Context): void {
  const command = program
    .command("off")
    .summary("bring the app back, and restore the text before")
    .description(
      "Turns off the switch, waits until the app answers, and gives each field that `on` changed its value before.",
    )
    .option("--dry-run", "show what would change, without changing anything")
    .option("--keep-words", "do not restore the text");
  addFrom(command).action(async (options: TurnOptions & { keepWords?: boolean }) => {
    const restore = async (next: NextNotice): Promise<void> => {
      enter(context, true);
      const publication = await publish(targetOf(context), requestOf(context, options), next);
      await report(context, {}, publication, typedHere(context.now()), warnOfStale);
    };
    // Without words, no store is needed.
    const turning = turningTo(false, context, options, false);
    for (const remark of await turnOff(turning, options.keepWords ? undefined : restore))
      context.print(remark);
  });
  addExamples(command, "off", "off --keep-words");
}

export function addStatus(program: Command, context: Context): void {
  program
    .command("status")
    .summary("print what visitors see now, as without a command")
    .description("Prints the notice, the switch, what APP_URL shows, and what to type next.")
    .action(async () => {
      const { print, commandName, installation } = context;
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

/** The switch, and commands to type next. */
async function switchInWords(context: Context): Promise<[string, ...string[]]> {
  try {
    const { isOn, since, record, isReadOnly } = await enter(context, false).state();
    const by = record ? `, by ${record.by}` : "";
    const readOnly = isReadOnly ? " Read-only is on: requests that write get the notice." : "";
    const when = since ? ` since ${since}` : "";
    if (isOn) return [`The switch is on${when}${by}.${readOnly}`, "off", "set --expected-return +1h"];
    if (record) return [`The switch is off. Words${when}${by} wait for \`off\`.${readOnly}`, "off"];
    return [`The switch is off.${readOnly}`, onWithWords];
  } catch (error) {
    if (!isNoticeError(error, "SWITCH_MISSING")) return [messageFor(error, context.commandName), onWithWords];
    return [
      `There is no switch on this machine: \`${context.commandName} on\` says how to make one.`,
      "editor",
    ];
  }
}

function addFrom(command: Command): Command {
  return command.option("--from <url>", "the URL to ask (default: APP_URL)", visitorsUrl);
}

/** The switch, with root as the owner of its folder. @throws NoticeError SWITCH_… */
function enter(context: Context, needsStore: boolean, isDry?: boolean): Switch {
  const { SWITCH } = context.installation.config;
  context.enterSwitch(placeOf(SWITCH).folder, needsStore);
  return findSwitch(SWITCH, isDry);
}

/** What turning the switch needs. Its `look` says what visitors see. */
function turningTo(isOn: boolean, context: Context, options: TurnOptions, needsStore: boolean) {
  const { from = appOf(context), dryRun, json } = options;
  const say = json ? context.printError : context.print;
  const look = async (): Promise<void> => {
    if (dryRun) return say(`The switch would be turned ${isOn ? "on" : "off"}.`);
    if (!from)
      return say(`The switch is ${isOn ? "on" : "off"}. Nobody looked: set APP_URL, or give --from.`);
    const { awaitSwitch } = await import("../../api/editor/app-state/ask-app.ts");
    await awaitSwitch(from, isOn);
    if (!isOn) say(`The app answers at ${from.href}.`);
    else say(`Visitors see the notice at ${from.href}. To take it back: \`${context.commandName} off\`.`);
  };
  return { chosen: enter(context, needsStore, dryRun), now: context.now(), look };
}
