import { type Command, Option } from "commander";
import type { Publication } from "../../data/publish.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { changeValues, removeTranslations } from "../../schema/words/change.ts";
import { warnOfChangedContact } from "../../schema/words/contact.ts";
import { warnOfMarkup } from "../../schema/words/markup.ts";
import {
  isOfReturn,
  warnOfChangedShortly,
  warnOfFarReturn,
} from "../../schema/words/typed-return/in-words.ts";
import type { TypedAt } from "../../schema/words/typed-return/meant-time.ts";
import { warnOfDropped, warnOfStale } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { hintAtTime, typingAt, understoodReturn } from "../terminal/expected-return.ts";
import {
  addExamples,
  addPublishOptions,
  flagOf,
  type PublishOptions,
  refuseSwallowedFlags,
} from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";
import { findUnknownZone } from "../terminal/time-zone.ts";
import { readLanguage, readLanguages } from "../words/languages.ts";
import { setTranslation } from "../words/translation.ts";
import { type Settable, settable, usage } from "../words/usage.ts";
import { clearableFlags, type Given, readValues } from "../words/values.ts";

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
    'set --title "Back at nine" --if-revision 7',
    "set --clear message,expected-return --dry-run",
    (name) =>
      `${name} set --language en --message "We are moving." && ${name} set --lang de --message "Wir ziehen um."`,
    "set --clear-lang de,fr",
  );
}

/** Adds the options with which `set` and `on` change the notice. */
export function addSetOptions(command: Command): void {
  for (const field of settable) {
    const option = new Option(`--${flagOf(field)} <${placeholders[field] ?? "text"}>`);
    option.description = describe(field);
    // Accepted only so that an error can explain it: its value is always true.
    option.hidden = field === "isEnabled";
    command.addOption(option);
  }
  command
    .option("--as-given", "publish the expected return exactly as given, despite the warning")
    .option("--clear <fields>", `remove fields: ${clearableFlags.join(",")}`, together)
    .option("--lang <tag>", "write a translation into this language, such as de-AT: give its texts")
    .option("--clear-lang <tags>", "remove the translations into these languages: de,fr", together)
    .option("--keep-translations", "keep the translations of changed text");
  addPublishOptions(command);
}

/** Whether the options change the notice. */
export function changesNotice(options: SetOptions): boolean {
  return [...settable, "clear", "clearLang", "lang"].some((name) => options[name as Settable] !== undefined);
}

/** Changes the notice as the options say, and reports that. */
export async function setFrom(command: Command, context: Context, options: SetOptions): Promise<void> {
  refuseSwallowedFlags(command, options, [...settable, "lang", "clearLang"]);
  if (options.asGiven && options.expectedReturn === undefined)
    throw usage("--as-given needs --expected-return: give both, or neither.");
  const unknownZone = options.expectedReturn === undefined ? undefined : findUnknownZone(context.env);
  if (unknownZone !== undefined) context.printError(unknownZone);
  await (options.lang === undefined ? setFields(context, options) : setLanguage(context, options));
}

const placeholders: Partial<Record<Settable, string>> = { expectedReturn: "time or text", language: "tag" };

function describe(field: Settable): string {
  const { description } = noticeSchema.properties[field];
  // `\n` in plain quotes stays a backslash and an n, so the help shows how to write a line break.
  if (field === "message") return `${description}; a line break is written as in $'One,\\ntwo'`;
  if (field === "language") return `the language of the text: ${description}`;
  return field === "expectedReturn" ? `+90m, +2h or +1d from now; or ${description}` : description;
}

/** Joins a list that was given in several parts. */
function together(part: string, before?: string): string {
  return before === undefined ? part : `${before},${part}`;
}

function setFields(context: Context, options: SetOptions): Promise<void> {
  const { clearLang, keepTranslations, asGiven = false } = options;
  const at = typingAt(context);
  const empty = settable.find((field) => options[field] === "" && clearableFlags.includes(flagOf(field)));
  if (empty !== undefined)
    throw usage(
      `--${flagOf(empty)} is empty: give it text, or remove the field with --clear ${flagOf(empty)}.`,
    );
  const values = readValues(options, context.now());
  const expectedReturn = values.expectedReturn as string | undefined;
  const cleared = clearLang === undefined ? [] : readLanguages("--clear-lang", clearLang);
  if (Object.keys(values).length + cleared.length === 0) {
    const flags = settable.filter((field) => field !== "isEnabled").map((field) => `--${flagOf(field)}`);
    throw usage(`There is nothing to set: give ${flags.join(", ")}, --clear or --clear-lang.`);
  }
  if (!asGiven) hintAtTime(context, expectedReturn);
  return publishAndReport(
    context,
    options,
    (current) => {
      const { expectedReturn: standing } = current();
      const isTyped = expectedReturn !== undefined && !asGiven;
      const understood = isTyped && { expectedReturn: understoodReturn(expectedReturn, standing, at) };
      return changeValues(
        removeTranslations(current(), cleared),
        { ...values, ...understood },
        keepTranslations,
      );
    },
    { warn: warnOfSet, isAsGiven: asGiven },
  );
}

/** Most warnings of the expected return are left out: it was checked before, or is published as given. */
function warnOfSet(publication: Publication, at: TypedAt, commandName: string): string[] {
  const expected = publication.changes.find(isOfReturn)?.after;
  return [
    ...warnOfStale(publication),
    ...warnOfDropped(publication, commandName),
    ...(expected === undefined ? [] : warnOfFarReturn(String(expected), at)),
    ...warnOfChangedShortly(publication, at, commandName),
    ...warnOfChangedContact(publication, commandName),
    ...warnOfMarkup(publication, commandName),
  ];
}

function setLanguage(context: Context, options: SetOptions): Promise<void> {
  const { lang = "", clearLang, keepTranslations } = options;
  const tag = readLanguage("--lang", lang);
  if (clearLang !== undefined)
    throw usage("--lang writes a translation and --clear-lang removes translations: give only one of them.");
  if (keepTranslations)
    throw usage("--keep-translations is for changes of the notice itself: leave it out with --lang.");
  return setTranslation(context, tag, options, options);
}
