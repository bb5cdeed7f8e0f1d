import { Command, Help } from "commander";
import { addSchema, addSettings } from "./commands/about.ts";
import { addEditor, addInvite, addTokens } from "./commands/access.ts";
import { addBypass } from "./commands/bypass.ts";
import { addCheck } from "./commands/check.ts";
import { addApply, addEdit, addRollback, addValidate } from "./commands/documents.ts";
import { addExport } from "./commands/export.ts";
import { addDictate, addDraft, addTranslate } from "./commands/models.ts";
import { addProxy } from "./commands/proxy.ts";
import { addSet } from "./commands/set.ts";
import { addHistory, addShow } from "./commands/show.ts";
import { addBackup, addInit, addNodes, addRestore } from "./commands/store.ts";
import { addOff, addOn, addStatus } from "./commands/switch.ts";
import type { Context, Style } from "./terminal/context.ts";
import { addExamples } from "./terminal/options.ts";
import { reportWrongUse } from "./terminal/wrong-use.ts";

/** Writes help and the version. */
type Write = (stream: "stdout" | "stderr", text: string) => void;

const exitCodes =
  "Exit codes: 0 done, 1 could not be done, 2 the input is wrong, 3 somebody else changed it first.";

/** The table of commands. A command throws; only the entry point ends the process. */
export function createProgram(context: Context, write: Write): Command {
  const { columns = 80, paint = (_: Style, title: string) => title } = context.terminal ?? {};
  const program = new Command(context.commandName)
    .description("Changes the notice that visitors see while the app is away.")
    // Otherwise the options of `editor` would take those of `editor link`.
    .enablePositionalOptions()
    .version(context.installation.version, "--version", "print the version")
    .configureOutput({
      writeOut: (text) => write("stdout", text),
      writeErr: (text) => write("stderr", text),
      // The entry point reports errors.
      outputError: () => {},
      getOutHelpWidth: () => columns,
      getOutHasColors: () => true,
    })
    // Narrow terminals wrap as well.
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (title) => paint("bold", title),
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(" [options]", ""),
    })
    .addHelpText("after", `\n${new Help().boxWrap(exitCodes, columns)}`);
  addExamples(program, 'on --message "We are back at nine." --expected-return +2h', "off", "on --help");
  program.addHelpText("afterAll", `\nDocuments: ${context.installation.documents}/README.md`);

  program.commandsGroup("The switch:");
  addOn(program, context);
  addOff(program, context);
  addStatus(program, context);

  program.commandsGroup("The text:");
  addShow(program, context);
  addSet(program, context);
  addEdit(program, context);
  addApply(program, context);
  addValidate(program, context);
  addHistory(program, context);
  addRollback(program, context);
  addDraft(program, context);
  addTranslate(program, context);
  addDictate(program, context);

  program.commandsGroup("People:");
  addEditor(program, context);
  addInvite(program, context);
  addTokens(program, context);

  program.commandsGroup("The store:");
  addInit(program, context);
  addBackup(program, context);
  addRestore(program, context);
  addNodes(program, context);

  program.commandsGroup("The service:");
  addCheck(program, context);
  addSettings(program, context);
  addSchema(program, context);

  program.commandsGroup("The proxy:");
  addProxy(program, context);
  addBypass(program, context);
  addExport(program, context);

  program.commandsGroup("Help:").helpCommand("help [command]", "print help for a command");
  reportWrongUse(program);
  return program;
}
