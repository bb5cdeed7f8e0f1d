import { Command, type CommanderError, Help } from "commander";
import type { NoticeError } from "../schema/errors/notice-error.ts";
import type { Context, Style } from "./terminal/context.ts";
import { addExamples, namesOf, usage } from "./terminal/options.ts";

type Write = (stream: "stdout" | "stderr", text: string) => void;

const exitCodes =
  "Exit codes: 0 done, 1 could not be done, 2 the input is wrong, 3 somebody else changed it first.";

type Add = (program: Command, context: Context) => void;

/** The commands by group. The file of a command is loaded only to run the command, or to list all commands. */
const groups: Record<string, Record<string, () => Promise<Add>>> = {
  "The switch:": {
    on: async () => (await import("./commands/switch.ts")).addOn,
    off: async () => (await import("./commands/switch.ts")).addOff,
    status: async () => (await import("./commands/switch.ts")).addStatus,
  },
  "The text:": {
    show: async () => (await import("./commands/show.ts")).addShow,
    set: async () => (await import("./commands/set.ts")).addSet,
    edit: async () => (await import("./commands/documents.ts")).addEdit,
    apply: async () => (await import("./commands/documents.ts")).addApply,
    validate: async () => (await import("./commands/documents.ts")).addValidate,
    history: async () => (await import("./commands/show.ts")).addHistory,
    rollback: async () => (await import("./commands/documents.ts")).addRollback,
    draft: async () => (await import("./commands/models.ts")).addDraft,
    translate: async () => (await import("./commands/models.ts")).addTranslate,
    dictate: async () => (await import("./commands/models.ts")).addDictate,
  },
  "People:": {
    editor: async () => (await import("./commands/access.ts")).addEditor,
    invite: async () => (await import("./commands/access.ts")).addInvite,
    token: async () => (await import("./commands/access.ts")).addTokens,
  },
  "The store:": {
    init: async () => (await import("./commands/store.ts")).addInit,
    backup: async () => (await import("./commands/store.ts")).addBackup,
    restore: async () => (await import("./commands/store.ts")).addRestore,
    nodes: async () => (await import("./commands/store.ts")).addNodes,
  },
  "The service:": {
    check: async () => (await import("./commands/check.ts")).addCheck,
    settings: async () => (await import("./commands/about.ts")).addSettings,
    schema: async () => (await import("./commands/about.ts")).addSchema,
  },
  "The proxy:": {
    proxy: async () => (await import("./commands/proxy.ts")).addProxy,
    bypass: async () => (await import("./commands/bypass.ts")).addBypass,
    export: async () => (await import("./commands/export.ts")).addExport,
  },
};

/**
 * The program with the named command or, without a known name, with every command. A command throws; only the entry
 * point ends the process.
 */
export async function createProgram(context: Context, write: Write, name = ""): Promise<Command> {
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

  const isKnown = Object.values(groups).some((commands) => Object.hasOwn(commands, name));
  for (const [group, commands] of Object.entries(groups)) {
    program.commandsGroup(group);
    for (const [command, load] of Object.entries(commands))
      if (!isKnown || command === name) (await load())(program, context);
  }

  program.commandsGroup("Help:").helpCommand("help [command]", "print help for a command");
  reportWrongUse(program);
  return program;
}

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
