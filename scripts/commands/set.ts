import { type Command, Option } from "commander";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Field, fields, noticeSchema, optionalFields } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { resolveExpectedReturn } from "../terminal/expected-return.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";

type SetOptions = PublishOptions & Partial<Record<Field, string>> & { clear?: string };

const flagOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function addSet(program: Command, context: Context): void {
  const command = program
    .command("set")
    .summary("change some fields of the notice")
    .description(
      "Changes the given fields and keeps the others; visitors see the change with their next request.",
    );
  for (const field of fields) {
    const option = new Option(`--${flagOf(field)} <${field === "expectedReturn" ? "time or text" : "text"}>`);
    option.description = describe(field);
    // Accepted only so that an error can explain it: there is nothing to choose.
    option.hidden = field === "isEnabled";
    command.addOption(option);
  }
  command.option("--clear <fields>", `remove fields: ${optionalFields.map(flagOf).join(",")}`);
  addPublishOptions(command);
  command.action((options: SetOptions) => {
    refuseSwallowedFlags(command, options);
    const changed = readChanges(options, context.now());
    return publishAndReport(context, options, (current) => withoutUndefined({ ...current(), ...changed }));
  });
  addExamples(
    command,
    'set --message "We are moving to a faster home." --expected-return +90m',
    'set --title "Back at nine" --if-revision 7',
    "set --clear message,expected-return --dry-run",
  );
}

function describe(field: Field): string {
  const { description } = noticeSchema.properties[field];
  return field === "expectedReturn" ? `+90m, +2h or +1d from now; or ${description}` : description;
}

/** An empty variable before a flag, as in `--message $EMPTY --dry-run`, turns that flag into the text. */
function refuseSwallowedFlags(command: Command, options: SetOptions): void {
  for (const field of fields) {
    const flag = command.options.find(({ long }) => long === options[field]);
    if (flag)
      throw usage(`--${flagOf(field)} has no text (${flag.long} follows it): give the text in quotes.`);
  }
}

/** The fields to change, with undefined for those to remove. */
function readChanges(options: SetOptions, now: Date): Partial<Record<Field, unknown>> {
  const given = fields.filter((field) => options[field] !== undefined);
  const cleared = readCleared(options.clear);
  const both = cleared.find((field) => given.includes(field));
  if (both)
    throw usage(
      `--${flagOf(both)} and --clear ${flagOf(both)} contradict each other: give only one of them.`,
    );
  if (given.length + cleared.length === 0) {
    const flags = fields.filter((field) => field !== "isEnabled").map((field) => `--${flagOf(field)}`);
    throw usage(`There is nothing to set: give ${flags.join(", ")} or --clear.`);
  }
  return Object.fromEntries([
    ...given.map((field) => [field, readValue(field, options[field] ?? "", now)]),
    ...cleared.map((field) => [field, undefined]),
  ]);
}

function readValue(field: Field, value: string, now: Date): unknown {
  if (value.includes("\ufffd")) throw usage(`--${flagOf(field)} is not UTF-8: set your terminal to UTF-8.`);
  if (field === "isEnabled") return value === "true" || value;
  if (field === "expectedReturn") return resolveExpectedReturn(value, now);
  // Shells on Windows end lines with CR LF; a notice uses LF.
  return field === "message" ? value.replaceAll("\r\n", "\n") : value;
}

function readCleared(list: string | undefined): Field[] {
  if (list === undefined) return [];
  return list.split(",").map((entry) => {
    const name = entry.trim();
    const field = fields.find((candidate) => candidate === name || flagOf(candidate) === name);
    if (field && optionalFields.includes(field)) return field;
    throw usage(
      field
        ? `${flagOf(field)} cannot be cleared, because every notice needs it: give a new one with --${flagOf(field)}.`
        : `--clear does not know ${JSON.stringify(name)}: give any of ${optionalFields.map(flagOf).join(", ")}, separated by commas.`,
    );
  });
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

function usage(reason: string): NoticeError {
  return new NoticeError("USAGE", { reason });
}
