import { type Command, InvalidArgumentError, Option } from "commander";
import type { PublishRequest } from "../../data/publish.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Field, fields } from "../../schema/notice/notice.ts";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import { readVisitorsUrl } from "../../schema/settings/settings.ts";
import type { Environment } from "../../schema/settings/settings-schema.ts";
import { dayMs } from "../../schema/text/minute.ts";
import { showValue } from "../../schema/text/text.ts";
import { isKnownZone, ownZone, readDuration } from "../../schema/time/time.ts";
import { readTokenName, tokenNameRule } from "../../schema/token/token.ts";
import type { Context } from "./context.ts";

export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return number;
}

/** The latest revision as `7`, or with the beginning of its hash; 0 means that there is no store. */
function latestRevision(value: string): DocumentVersion {
  const [, number, hash] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(value) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError(
      "It must be the number of a revision, such as 7, or with its hash, such as 7-3fa9c1d2.",
    );
  return { number: Number(number), ...(hash !== undefined && { hash }) };
}

function remark(value: string): string {
  if (/^[^\p{C}]{1,60}$/u.test(value) && value.trim() !== "") return value;
  throw new InvalidArgumentError("It must be a line of at most 60 characters.");
}

/** The options of every command that changes the notice. */
export interface PublishOptions {
  dryRun?: boolean;
  ifRevision?: DocumentVersion;
  note?: string;
  /** How long to wait, in ms; false for not at all. */
  wait?: number | false;
  json?: boolean;
  /** Only for `on`, which is no option: what to do right before the change is written. */
  beforeWrite?: PublishRequest["beforeWrite"];
}

/** Reads the option for a URL that visitors open. */
export function visitorsUrl(value: string): URL {
  const url = readVisitorsUrl(value);
  if (url) return url;
  throw new InvalidArgumentError(
    "It must be a URL that visitors ask for, without a user name, such as https://shop.example.",
  );
}

/** A length of time such as 10s or 2m, in ms. */
export function duration(value: string): number {
  const ms = readDuration(value);
  if (ms === undefined) throw new InvalidArgumentError("It must be a time such as 10s, 2m, 1h or 1d.");
  return ms;
}

/** Adds the options that every command that changes the notice takes. */
export function addPublishOptions(command: Command): Command {
  return command
    .option("--dry-run", "show what would change, without changing anything")
    .option(
      "--if-revision <revision>",
      "refuse unless this is the latest revision, such as 7 or 7-3fa9c1d2 (exit code 3)",
      latestRevision,
    )
    .option("--note <text>", "a remark for the history, after your name", remark)
    .option("--wait <time>", "how long to wait until every node shows it (default: 3s)", duration)
    .option("--no-wait", "do not wait until every node shows it")
    .option("--json", "print the result as JSON");
}

/** The arguments after the command's name, or a function that makes a whole line from that name. */
type Example = string | ((name: string) => string);

export function addExamples(command: Command, ...examples: Example[]): Command {
  return command.addHelpText("after", () => {
    const [name = ""] = namesOf(command);
    const lines = examples.map((example) =>
      typeof example === "string" ? `${name} ${example}` : example(name),
    );
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    const title = command.createHelp().styleTitle("Examples:");
    return `\n${title}\n${lines.flatMap((line) => folded(`  $ ${line}`, width)).join("\n")}`;
  });
}

/** A shell command on lines of this width, each of which can be pasted with the others. */
function folded(line: string, width: number): string[] {
  const and = line.lastIndexOf(" && ", width - 2);
  const end = and > 0 ? and : line.lastIndexOf(" --", width - 2);
  if (line.length <= width || end < 8) return [line];
  return [`${line.slice(0, end)} \\`, ...folded(`      ${line.slice(end + 1)}`, width)];
}

/** The words that a user types for a command. The first is the program's name. */
export function namesOf(command: Command): string[] {
  return [...(command.parent ? namesOf(command.parent) : []), command.name()];
}

/** The name of a field on the command line: `expected-return`. */
export const flagOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Refuses a flag in the place of a value, as after an empty variable: `--out $EMPTY --check`. @throws NoticeError USAGE */
export function refuseSwallowedFlags<O extends object>(
  command: Command,
  options: O,
  names: readonly (keyof O & string)[],
): void {
  for (const name of names) {
    const flag = command.options.find(({ long }) => long === options[name]);
    if (flag) throw usage(`--${flagOf(name)} has no value (${flag.long} follows it): give it one in quotes.`);
  }
}

export function tokenName(value: string): string {
  const name = readTokenName(value);
  if (name === undefined) throw new InvalidArgumentError(`It ${tokenNameRule}.`);
  return name;
}

/** A name as it is typed on a command line. */
export function asArgument(name: string): string {
  return name.includes(" ") ? `"${name}"` : name;
}

/** 90 days, in ms. */
const defaultLifetimeMs = 90 * dayMs;

export interface TokenOptions {
  scope: "read" | "write";
  expires?: number;
}

/** The option that says what somebody may do. */
export function scopeOption(): Option {
  return new Option("--scope <scope>", "what they may do; write includes read")
    .choices(["read", "write"])
    .default("write");
}

/** How long a token is valid, in ms. @throws NoticeError USAGE */
export function lifetimeOf(expires = defaultLifetimeMs): number {
  if (expires > 0) return expires;
  throw usage("--expires must be more than 0: give a time such as 90d.");
}

/**
 * The fault of a TZ that Node does not know, for which Node silently takes UTC. Undefined if TZ is unset, or if Node
 * understands it.
 */
export function findUnknownZone({ TZ = "" }: Environment): string | undefined {
  const isUnderstood = !["UTC", "Etc/Unknown"].includes(ownZone());
  if (TZ === "" || isKnownZone(TZ) || isUnderstood) return undefined;
  return `TZ is ${showValue(TZ)}, which is not a known time zone, so times are read as UTC: set it to a name such as Europe/Berlin, or unset it.`;
}

/** Backsoon's address on this machine; undefined if the settings do not tell. */
export function directAddress({ readSettings }: Pick<Context, "readSettings">): string | undefined {
  const { HOST, PORT } = readSettings(["HOST", "PORT"]);
  if (PORT === 0) return undefined;
  const host =
    { "0.0.0.0": "127.0.0.1", "::": "127.0.0.1" }[HOST] ?? (HOST.includes(":") ? `[${HOST}]` : HOST);
  return URL.canParse(`http://${host}:${PORT}`) ? `${host}:${PORT}` : undefined;
}

/** A field that has an option of its own. */
export type Settable = Exclude<Field, "isEnabled" | "translations">;

export const settable = fields.filter(
  (field): field is Settable => !["isEnabled", "translations"].includes(field),
);

export function usage(reason: string): NoticeError {
  return new NoticeError("USAGE", { reason });
}
