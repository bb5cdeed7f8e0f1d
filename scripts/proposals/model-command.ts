import type { Command } from "commander";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { secretFile } from "../../schema/settings/setting-names.ts";
import type { Context } from "../terminal/context.ts";
import { latestRevision, type PublishOptions } from "../terminal/options.ts";
import { readLanguage } from "../words/languages.ts";
import { usage } from "../words/usage.ts";

/** The models by their names in settings. */
export type Model = "CHAT" | "SPEECH";

/** The options of every command that has models propose a notice. */
export interface ProposalOptions extends Pick<PublishOptions, "dryRun" | "ifRevision" | "json"> {
  out?: string;
}

/** The options of every command that drafts. */
export interface DraftOptions extends ProposalOptions {
  language?: LanguageTag;
  keepTranslations?: boolean;
}

/** The settings with the URL and the key of a model. */
export const basePathOf = (model: Model): string => `AZURE_OPENAI_${model}_BASE_PATH`;
export const keyOf = (model: Model): string => `AZURE_OPENAI_${model}_KEY`;

/**
 * Begins a command that asks models. If they are not set, it only says what it needs. The command itself checks whether
 * the settings are right.
 */
export function beginModelCommand(
  program: Command,
  { installation, commandName }: Context,
  name: string,
  models: Model[],
  summary: string,
): Command {
  const { environment, envFile } = installation.sources;
  const isSet = (setting: string): boolean => [...environment, ...envFile].includes(setting);
  const missing = models.flatMap((model) => [
    ...(isSet(basePathOf(model)) ? [] : [basePathOf(model)]),
    ...(isSet(keyOf(model)) || isSet(secretFile(keyOf(model))) ? [] : [keyOf(model)]),
  ]);
  const command = program.command(name);
  if (missing.length === 0) return command.summary(summary);
  return command.summary(`${summary} (needs ${missing[0]})`).hook("preAction", () => {
    throw usage(
      `\`${commandName} ${name}\` asks a model, and needs ${new Intl.ListFormat("en").format(missing)}: set ${missing.length > 1 ? "them" : "it"} in the environment or in .env.`,
    );
  });
}

/** Adds the options of every command that has models propose a notice. */
export function addProposalOptions(command: Command): Command {
  return command
    .option("--out <file>", "the file to write, which must be new (default: notice-after-7.json)")
    .option("--dry-run", "ask the models, and write no file")
    .option(
      "--if-revision <revision>",
      "refuse unless this is the latest revision (exit code 3)",
      latestRevision,
    )
    .option("--json", "print the result as JSON");
}

/** Adds the options of every command that drafts. */
export function addDraftOptions(command: Command): Command {
  command
    .option("--language <tag>", "the language to write in (default: the language of the brief)", (tag) =>
      readLanguage("--language", tag),
    )
    .option("--keep-translations", "keep the translations of changed text");
  return addProposalOptions(command);
}
