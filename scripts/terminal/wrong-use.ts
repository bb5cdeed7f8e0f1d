import type { Command, CommanderError } from "commander";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { namesOf, usage } from "./options.ts";

/** Makes each command report wrong use as a NoticeError that names its help. */
export function reportWrongUse(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : inOurWords(error, `${namesOf(command).join(" ")} --help`);
  });
  for (const part of command.commands) reportWrongUse(part);
}

/** A value up to its last "@": a password may be in it, as in https://user:password@host. */
const credentials = /(?<=['=])[^'=]*:.*@(?=[^']*')/s;

/** Commander's own errors in our words. They repeat what was typed, but for passwords. */
function inOurWords({ code, message }: CommanderError, help: string): NoticeError {
  if (code === "commander.help") return usage(`Give a command: \`${help}\` lists them.`);
  const [first = "", ...rest] = message
    .replace(/^error: /, "")
    .replace(credentials, "…@")
    .replace(/\.$/, "")
    .split("\n");
  const words = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(" ");
  const fix = code === "commander.excessArguments" ? "put text with blanks in quotes, or see" : "see";
  return usage(`${words}: ${fix} \`${help}\`.`);
}
