import { type Command, InvalidArgumentError } from "commander";
import type { PublishRequest } from "../../data/publish.ts";
import type { DocumentVersion } from "../../schema/notice/entity-tag.ts";
import { readVisitorsUrl } from "../../schema/settings/app-url.ts";
import { readDuration } from "../../schema/text/duration.ts";
import { usage } from "../words/usage.ts";

/** A revision number, or a count. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return number;
}

/** The latest revision as `7`, or with the beginning of its hash; 0 means that there is no store. */
export function latestRevision(value: string): DocumentVersion {
  const [, number, sum] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(value) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError(
      "It must be the number of a revision, such as 7, or with its hash, such as 7-3fa9c1d2.",
    );
  return { number: Number(number), ...(sum !== undefined && { sum }) };
}

/** The remark of a change, after the author's name in the history. */
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

/** Adds examples to a command's help. */
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
