import type { Command, CommanderError } from "commander";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { namesOf } from "./options.ts";

/** Lets each command report wrong use as one of our errors, which names the help of that command. */
export function reportWrongUse(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : inOurWords(error, `${namesOf(command).join(" ")} --help`);
  });
  for (const part of command.commands) reportWrongUse(part);
}

/** Commander's own errors in our words. */
function inOurWords({ code, message }: CommanderError, help: string): NoticeError {
  if (code === "commander.help")
    return new NoticeError("USAGE", { reason: `Give a command: \`${help}\` lists them.` });
  const [first = "", ...rest] = message
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .split("\n");
  const words = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(" ");
  return new NoticeError("USAGE", { reason: `${words}: see \`${help}\`.` });
}
