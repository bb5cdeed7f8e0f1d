import type { Command } from "commander";
import { publish } from "../../data/publish.ts";
import { findSwitch, placeOf, type Switch } from "../../data/switch/switch.ts";
import { restoring, turningOn } from "../../data/switch/turn.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import { warnOfStale } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, visitorsUrl } from "../terminal/options.ts";
import { report, requestOf, targetOf } from "../terminal/publish.ts";
import { addSetOptions, changesNotice, type SetOptions, setFrom } from "./set.ts";

/** How long visitors may take to see the notice, and the app again, in seconds. */
const [seenSeconds, answersSeconds] = [5, 10];

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
    .action((options: OffOptions) => turnOff(context, options));
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
  const seen = await look(context, options.from, "notice", seenSeconds);
  if (!seen) return say("The switch is on. Nobody looked: set APP_URL, or give --from URL.");
  if (!seen.isWanted) throw new NoticeError("SWITCH_UNSEEN", { ...seen, seconds: seenSeconds });
  say(`Visitors see the notice at ${seen.address}. To take it back: \`${context.commandName} off\`.`);
}

interface OffOptions {
  from?: URL;
  keepWords?: boolean;
}

async function turnOff(context: Context, { from, keepWords = false }: OffOptions): Promise<void> {
  const { folder } = placeOf(switchOf(context));
  // Without words, no store is needed. Root looks at nothing but this record before it becomes another user.
  const chosen = enter(context, false);
  const { isOn, record } = chosen.state();
  await chosen.turn(false);
  if (!isOn && !record) return context.print("The switch is off.");
  const seen = await look(context, from, "answers", answersSeconds);
  if (seen && !seen.isWanted) throw new NoticeError("SWITCH_SILENT", { ...seen, seconds: answersSeconds });
  context.print(
    seen
      ? `The app answers at ${seen.address}.`
      : "The switch is off. Nobody looked: set APP_URL, or give --from URL.",
  );
  const notes: string[] = [];
  const next =
    record && !keepWords
      ? restoring(record, context.now(), (said) => notes.splice(0, 2, ...said))
      : undefined;
  if (next) {
    context.enterSwitch(folder, true);
    try {
      const publication = await publish(targetOf(context), requestOf(context, {}), next);
      await report(context, {}, publication, warnOfStale);
      for (const note of notes) context.print(note);
    } catch (error) {
      if (!isNoticeError(error, "WORDS_GONE")) throw error;
      context.print(error.messageFor(context.commandName));
    }
  } else context.print("The words stay as they are.");
  await chosen.forget();
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

/** Waits until visitors see the notice or the app; undefined if no address is known. */
async function look(
  { installation }: Context,
  from: URL | undefined,
  wanted: "notice" | "answers",
  seconds: number,
) {
  const app = readAppAddress(installation.config.APP_URL);
  const url = from ?? (app && "url" in app ? app.url : undefined);
  if (!url) return undefined;
  const { awaitApp, seenInWords } = await import("../../api/editor/app-state/ask-app.ts");
  const found = await awaitApp(url, wanted, seconds * 1000);
  return { address: url.href, isWanted: found.state === wanted, seen: seenInWords(found) };
}
