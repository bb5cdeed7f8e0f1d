import { Command } from "commander";
import { commandName } from "../schema/errors/command-name.ts";
import type { Home } from "../schema/settings/home/home.ts";
import type { Program } from "../schema/settings/home/program.ts";
import { printable } from "../schema/text/printable.ts";
import { addInstall, type Machine } from "./systemd/install.ts";
import { reportWrongUse } from "./terminal/wrong-use.ts";

/** Where the program is, and where it keeps its files on this machine. */
export interface ServiceSurroundings {
  program: Program;
  home: Home;
  machine: Machine;
}

/** What `backsoon` can be asked beside serving, which it does when nothing is asked. A command throws. */
export function createServiceProgram(
  { program: installed, home, machine }: ServiceSurroundings,
  write: (text: string) => void,
): Command {
  const program = new Command("backsoon")
    .description("Serves the notice that visitors see while the app is away, until it is stopped.")
    .version(installed.version, "--version", "print the version")
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: write,
      // Errors are reported by whatever runs the program.
      outputError: () => {},
    })
    .addHelpText(
      "after",
      `\nSettings: the environment, or ${home.envFile}. To change the notice, use \`${commandName}\`: see \`${commandName} --help\`.`,
    );
  addInstall(program, installed, machine, (line) => write(`${printable(line)}\n`));
  reportWrongUse(program);
  return program;
}
