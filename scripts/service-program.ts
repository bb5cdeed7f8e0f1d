import { Command } from "commander";
import { commandName } from "../schema/errors/notice-error.ts";
import type { Home, Program } from "../schema/settings/home.ts";
import { printable } from "../schema/text/text.ts";
import { reportWrongUse } from "./program.ts";
import { addInstall, type Machine } from "./systemd/install.ts";

interface ServiceSurroundings {
  program: Program;
  home: Home;
  machine: Machine;
}

/** The commands of `backsoon`, which serves if it gets none. A command throws. */
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
      // The entry point reports errors.
      outputError: () => {},
    })
    .addHelpText(
      "after",
      `\nSettings: the environment, or ${home.envFile}. To change the notice, use \`${commandName}\`: see \`${commandName} --help\`.`,
    )
    .addHelpText("afterAll", `\nDocuments: ${installed.folder}/docs/README.md`);
  addInstall(program, installed, machine, (line) => write(`${printable(line)}\n`));
  reportWrongUse(program);
  return program;
}
