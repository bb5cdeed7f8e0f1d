import type { Command } from "commander";
import { publish } from "../../data/publish.ts";
import { findSwitch, placeOf, type Switch } from "../../data/switch/switch.ts";
import { turningOn, turnOff } from "../../data/switch/turn.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import { warnOfStale } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, visitorsUrl } from "../terminal/options.ts";
import { report, requestOf, targetOf } from "../terminal/publish.ts";
import { addSetOptions, changesNotice, type SetOptions, setFrom } from "./set.ts";

interface OnOptions extends SetOptions {
  from?: URL;
}

export function addOn(program: Command, context: Context): void {
  const command = program
    .command("on")
    .summary("show visitors the notice, with new text if you give some")
    .description(
      "Publishes the given text, turns on the switch of the proxy on this machine (setting SWITCH), and waits until visitors see the notice. `off` restores the text.",
    );
  addSetOptions(command);
  command
    .option("--from <url>", "the URL to ask (default: APP_URL)", visitorsUrl)
    .action((options: OnOptions) => turnOn(command, context, options));
  addExamples(command, 'on --message "We are moving house." --expected-return +2h', "on");
}

export function addOff(program: Command, context: Context): void {
  const command = program
    .command("off")
    .summary("bring the app back, and restore the text before")
    .description(
      "Turns off the switch, waits until the app answers, and gives each field that `on` changed its value before.",
    )
    .option("--from <url>", "the URL to ask (default: APP_URL)", visitorsUrl)
    .option("--keep-words", "do not restore the text")
    .action((options: OffOptions) => takeOff(context, options));
  addExamples(command, "off", "off --keep-words");
}

async function turnOn(command: Command, context: Context, options: OnOptions): Promise<void> {
  const hasWords = changesNotice(options);
  const chosen = enter(context, hasWords);
  const say = options.json ? context.printError : context.print;
  const turning = turningOn(chosen, context.author(), context.now());
  if (hasWords) await setFrom(command, context, { ...options, beforeWrite: turning.beforeWrite });
  if (options.dryRun) return say("The switch would be turned on.");
  await turning.turn();
  const address = await look(context, options.from, true);
  say(
    address
      ? `Visitors see the notice at ${address}. To take it back: \`${context.commandName} off\`.`
      : "The switch is on. Nobody looked: set APP_URL, or give --from URL.",
  );
}

interface OffOptions {
  from?: URL;
  keepWords?: boolean;
}

async function takeOff(context: Context, { from, keepWords = false }: OffOptions): Promise<void> {
  const { folder } = placeOf(switchOf(context));
  // Without words, no store is needed.
  const chosen = enter(context, false);
  let isRestored = false;
  const restore: Parameters<typeof turnOff>[1]["restore"] = async (next, remarks) => {
    context.enterSwitch(folder, true);
    isRestored = true;
    try {
      const publication = await publish(targetOf(context), requestOf(context, {}), next);
      await report(context, {}, publication, typedHere(context.now()), warnOfStale);
      for (const remark of remarks) context.print(remark);
    } catch (error) {
      if (!isNoticeError(error, "WORDS_GONE")) throw error;
      context.print(error.messageFor(context.commandName));
    }
  };
  const hasEnded = await turnOff(chosen, {
    now: context.now(),
    async look() {
      const address = await look(context, from, false);
      context.print(
        address
          ? `The app answers at ${address}.`
          : "The switch is off. Nobody looked: set APP_URL, or give --from URL.",
      );
    },
    ...(!keepWords && { restore }),
  });
  if (!hasEnded) context.print("The switch is off.");
  else if (!isRestored) context.print("The words stay as they are.");
}

function switchOf({ readSettings }: Context): string {
  return readSettings(["SWITCH"]).SWITCH;
}

/** The switch, with root as its owner. @throws NoticeError SWITCH_… */
function enter(context: Context, needsStore: boolean): Switch {
  const setting = switchOf(context);
  const { folder, file } = placeOf(setting);
  context.enterSwitch(folder, needsStore);
  const found = findSwitch(setting);
  if (!found) throw new NoticeError("SWITCH_MISSING", { folder, file });
  return found;
}

/** Waits until visitors see what the switch says, and returns the address; undefined if none is known. */
async function look(
  { installation }: Context,
  from: URL | undefined,
  isOn: boolean,
): Promise<string | undefined> {
  const app = readAppAddress(installation.config.APP_URL);
  const url = from ?? (app && "url" in app ? app.url : undefined);
  if (url) await (await import("../../api/editor/app-state/ask-app.ts")).awaitSwitch(url, isOn);
  return url?.href;
}
