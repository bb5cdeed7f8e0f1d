import { type Command, InvalidArgumentError } from "commander";

/** A revision number, or a count: a whole number of at least 1. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError("It must be a whole number of at least 1.");
  }
  return number;
}

/** The options of every command that changes the notice. */
export interface PublishOptions {
  dryRun?: boolean;
  ifRevision?: number;
  json?: boolean;
}

/** Adds the options that every command that changes the notice takes. */
export function addPublishOptions(command: Command): Command {
  return command
    .option("--dry-run", "show what would change, without changing anything")
    .option("--if-revision <number>", "refuse unless this is the latest revision (exit code 3)", wholeNumber)
    .option("--json", "print the result as JSON");
}

/** Adds examples to a command's help. */
export function addExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText(
    "after",
    `\nExamples:\n${examples.map((example) => `  $ npx notice ${example}`).join("\n")}`,
  );
}
