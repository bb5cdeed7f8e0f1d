import type { Command, CommanderError } from "commander";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { usage } from "../words/usage.ts";
import { namesOf } from "./options.ts";

const [on, off] = ["`touch /etc/backsoon/on`", "`rm /etc/backsoon/on`"];

/** Words that people type here for the switch, which is in the load balancer, and the commands there. */
const switchWords: Record<string, string> = {
  on: `${on} turns it on`,
  off: `${off} turns it off`,
  status: `${on} turns it on and ${off} off`,
};

/** Makes each command report wrong use as a NoticeError that names its help. */
export function reportWrongUse(command: Command): void {
  command.exitOverride((error) => {
    if (error.code === "commander.unknownCommand" && !command.parent) refuseSwitch(command);
    throw error.exitCode === 0 ? error : inOurWords(error, `${namesOf(command).join(" ")} --help`);
  });
  for (const part of command.commands) reportWrongUse(part);
}

/** Says where the switch is. @throws NoticeError USAGE */
function refuseSwitch(program: Command): void {
  const [word = ""] = program.args;
  if (!Object.hasOwn(switchWords, word)) return;
  throw usage(
    `The load balancer has the switch: ${switchWords[word]} there (nginx, Caddy and Apache; for HAProxy see docs/maintenance.md), and \`${program.name()} check --from URL\` shows what visitors get.`,
  );
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
