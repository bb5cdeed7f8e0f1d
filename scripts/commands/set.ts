import { type Command, Option } from "commander";
import { warnOfDocument, warnOfDropped } from "../../schema/advice/advice.ts";
import { describeRefusal, type Judgement, judgeReturn } from "../../schema/advice/typed-return.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { changeValues, removeTranslations } from "../../schema/notice/translations.ts";
import type { Context } from "../terminal/context.ts";
import {
  addExamples,
  addPublishOptions,
  findUnknownZone,
  flagOf,
  type PublishOptions,
  refuseSwallowedFlags,
  type Settable,
  settable,
  usage,
} from "../terminal/options.ts";
import { publishAndReport, readStandardInput } from "../terminal/publish.ts";
import {
  clearableFlags,
  type Given,
  readLanguage,
  readLanguages,
  readValues,
  refuseReturn,
  setTranslation,
} from "../words.ts";

export interface SetOptions extends PublishOptions, Given {
  lang?: string;
  clearLang?: string;
  keepTranslations?: boolean;
}

export function addSet(program: Command, context: Context): void {
  const command = program
    .command("set")
    .summary("change some fields of the notice")
    .description(
      "Changes the given fields and keeps the others; visitors see the change with their next request. " +
        "Translations of changed text are removed unless you pass --keep-translations.",
    );
  addSetOptions(command);
  command.action((options: SetOptions) => setFrom(command, context, options));
  addExamples(
    command,
    'set --message "We are moving to a faster home." --expected-return +90m',
    "set --message $'One,\\ntwo'",
    "set --message - < message.txt",
    'set --title "Back at nine" --if-revision 7',
    "set --clear message,expected-return --dry-run",
    (name) =>
      `${name} set --language en --message "We are moving." && ${name} set --lang de --message "Wir ziehen um."`,
    "set --clear-lang de,fr",
  );
}

export function addSetOptions(command: Command): void {
  for (const field of settable) {
    const option = new Option(`--${flagOf(field)} <${placeholders[field] ?? "text"}>`);
    option.description = describe(field);
    command.addOption(option);
  }
  command
    .option("--as-given", "publish the expected return exactly as given")
    .option("--clear <fields>", `remove fields: ${clearableFlags.join(",")}`, together)
    .option("--lang <tag>", "write a translation into this language, such as de-AT: give its texts")
    .option("--clear-lang <tags>", "remove the translations into these languages: de,fr", together)
    .option("--keep-translations", "keep the translations of changed text");
  addPublishOptions(command);
}

export async function setFrom(command: Command, context: Context, given: SetOptions): Promise<void> {
  refuseSwallowedFlags(command, given, [...settable, "lang", "clearLang"]);
  const options = await withInput(context, given);
  if (options.asGiven && options.expectedReturn === undefined)
    throw usage("--as-given needs --expected-return: give both, or neither.");
  const unknownZone = options.expectedReturn === undefined ? undefined : findUnknownZone(context.env);
  if (unknownZone !== undefined) context.printError(unknownZone);
  await (options.lang === undefined ? setFields(context, options) : setLanguage(context, options));
}

/** The options with standard input instead of `-`, which one text may have. @throws NoticeError USAGE */
async function withInput(context: Context, options: SetOptions): Promise<SetOptions> {
  const [name, other] = (["title", "message"] as const).filter((name) => options[name] === "-");
  if (name === undefined) return options;
  if (other !== undefined) throw usage("--title - and --message - both read standard input: give only one.");
  return { ...options, [name]: await readStandardInput(context) };
}

const placeholders: Partial<Record<Settable, string>> = { expectedReturn: "time", language: "tag" };

function describe(field: Settable): string {
  const { description } = noticeSchema.properties[field];
  // `\n` in plain quotes stays a backslash and an n, so the help shows how to write a line break.
  if (field === "message")
    return `${description}; - reads standard input; a line break is written as in $'One,\\ntwo'`;
  if (field === "language") return `the language of the text: ${description}`;
  return field === "expectedReturn"
    ? `+90m, 22:30, monday 9pm or 2026-11-29 14:00, with a zone if needed; or ${description}`
    : description;
}

function together(part: string, before?: string): string {
  return before === undefined ? part : `${before},${part}`;
}

function setFields(context: Context, options: SetOptions): Promise<void> {
  const { clearLang, keepTranslations, asGiven = false } = options;
  const empty = settable.find((field) => options[field] === "" && clearableFlags.includes(flagOf(field)));
  if (empty !== undefined)
    throw usage(
      `--${flagOf(empty)} is empty: give it text, or remove the field with --clear ${flagOf(empty)}.`,
    );
  const values = readValues(options);
  const { expectedReturn } = options;
  const cleared = clearLang === undefined ? [] : readLanguages("--clear-lang", clearLang);
  if (Object.keys(values).length + cleared.length === 0) {
    const flags = settable.map((field) => `--${flagOf(field)}`);
    throw usage(`There is nothing to set: give ${flags.join(", ")}, --clear or --clear-lang.`);
  }
  let judged: Judgement | undefined;
  return publishAndReport(
    context,
    options,
    (current, _store, at) => {
      const kept = removeTranslations(current(), cleared);
      if (expectedReturn === undefined || asGiven) return changeValues(kept, values, keepTranslations);
      judged = judgeReturn(expectedReturn, at, current().expectedReturn);
      if (judged.kind === "refused") throw refuseReturn(describeRefusal(expectedReturn, judged));
      return changeValues(kept, { ...values, expectedReturn: judged.value }, keepTranslations);
    },
    {
      warn: (publication, at, commandName) => [
        ...(judged?.kind === "time" && judged.isZoneAssumed && at.zone === "UTC" ? [zoneIsUtc] : []),
        ...warnOfDropped(publication, commandName),
        ...warnOfDocument(publication, at, commandName),
      ],
      judge: () => undefined,
    },
  );
}

const zoneIsUtc = "This machine's zone is UTC. For another, write `22:30 Europe/Berlin`.";

function setLanguage(context: Context, options: SetOptions): Promise<void> {
  const { lang = "", clearLang, keepTranslations } = options;
  const tag = readLanguage("--lang", lang);
  if (clearLang !== undefined)
    throw usage("--lang writes a translation and --clear-lang removes translations: give only one of them.");
  if (keepTranslations)
    throw usage("--keep-translations is for changes of the notice itself: leave it out with --lang.");
  return setTranslation(context, tag, options, options);
}
