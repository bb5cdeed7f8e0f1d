import type { Argument, Command, Option } from "commander";
import { languageTags } from "../../schema/languages/tags.ts";
import { settingNames } from "../../schema/settings/setting-names.ts";
import { clearableFlags } from "../words/values.ts";

/** The possible values of an argument: certain words, the path of a file, or anything. */
export type Completions = readonly string[] | "file" | "anything";

/** A flag and its possible values; undefined if it takes no value. */
export interface Flag {
  name: string;
  description: string;
  values: Completions | undefined;
}

/** The words that may follow a command. */
export interface Choices {
  /** The command without the program's name, words separated by a space; empty for the program itself. */
  path: string;
  commands: { name: string; description: string }[];
  flags: Flag[];
  values: Completions;
}

/** The words that may follow each command, from the same definitions as the help. */
export function choicesOf(command: Command, path: string[] = []): Choices[] {
  const [argument] = command.registeredArguments;
  const shown = command.createHelp().visibleCommands(command);
  const parts = command.commands.filter((part) => shown.includes(part));
  const own: Choices = {
    path: path.join(" "),
    commands: parts.map((part) => ({ name: part.name(), description: part.summary() })),
    flags: [
      ...command.options.filter(({ hidden }) => !hidden).map(flagOf),
      { name: "--help", description: "print help", values: undefined },
    ],
    values: argument ? valuesOf(argument.name(), argument) : "anything",
  };
  return [own, ...parts.flatMap((part) => choicesOf(part, [...path, part.name()]))];
}

function flagOf(option: Option): Flag {
  const { long, description, flags } = option;
  const [, placeholder] = /[<[](.*)[>\]]$/.exec(flags) ?? [];
  const values = placeholder === undefined ? undefined : valuesOf(placeholder, option);
  return { name: long ?? flags, description, values };
}

/** Values by their placeholder in the help. */
const known: Record<string, Completions> = {
  tag: languageTags,
  tags: languageTags,
  fields: clearableFlags,
  setting: settingNames,
  file: "file",
  folder: "file",
};

function valuesOf(placeholder: string, { argChoices }: Pick<Argument & Option, "argChoices">): Completions {
  return argChoices ?? known[placeholder] ?? "anything";
}
