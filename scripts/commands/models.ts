import type { Command } from "commander";
import { secretFile } from "../../schema/settings/settings-schema.ts";
import { type DraftOptions, type Model, type ProposalOptions, settingsOf } from "../proposals.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, usage } from "../terminal/options.ts";
import { readLanguage, readLanguages } from "../words.ts";

// What asks models is loaded on demand, so that other commands do not wait for it.
const run = () => import("../proposals.ts");

export function addDraft(program: Command, context: Context): void {
  const command = beginCommand(
    program,
    context,
    "draft",
    ["CHAT"],
    "let a chat model write the notice from a brief",
  )
    .description(
      "Lets the chat model write a title and a message from your brief into a file, and prints the difference, hints and the command that publishes it. Translations of changed text are removed unless you pass --keep-translations.",
    )
    .argument("<brief>", "what happens, in a few words, in quotes; - reads standard input");
  addDraftOptions(command).action(async (brief: string, options: DraftOptions) =>
    (await run()).runDraft(context, options, brief),
  );
  addExamples(command, 'draft "moving db, 2 h, orders are safe"', "draft --language de - < call.txt");
}

export function addDictate(program: Command, context: Context): void {
  const command = beginCommand(
    program,
    context,
    "dictate",
    ["SPEECH", "CHAT"],
    "write the notice from a recording",
  )
    .description(
      "Transcribes a recording with the speech model, keeps the transcript beside the file, and continues like `draft`.",
    )
    .argument("<file>", "the recording: flac, m4a, mp3, mp4, ogg, wav or webm");
  addDraftOptions(command).action(async (file: string, options: DraftOptions) =>
    (await run()).runDictate(context, options, file),
  );
  addExamples(command, "dictate call.m4a", "dictate call.m4a --language de --dry-run");
}

export function addTranslate(program: Command, context: Context): void {
  const command = beginCommand(
    program,
    context,
    "translate",
    ["CHAT"],
    "let a chat model translate the notice",
  )
    .description(
      "Lets the chat model translate the notice into a file, and prints the difference, hints and the command that publishes it.",
    )
    .option("--to <tags>", "the languages to translate into: de,fr")
    .option("--all", "every language that the notice has, or had before its last change");
  addProposalOptions(command).action(
    async ({ to, all, ...options }: ProposalOptions & { to?: string; all?: boolean }) => {
      if ((to === undefined) === (all === undefined))
        throw usage("Give the languages, as in --to de,fr, or --all.");
      const tags = to === undefined ? "all" : readLanguages("--to", to);
      await (await run()).runTranslate(context, options, tags);
    },
  );
  addExamples(command, "translate --to de,fr", "translate --all --dry-run");
}

/** Begins a command that asks models. If their settings are missing, it only says so. They are checked when it runs. */
function beginCommand(
  program: Command,
  { installation, commandName }: Context,
  name: string,
  models: Model[],
  summary: string,
): Command {
  const { environment, envFile } = installation.sources;
  const set = [...environment, ...envFile];
  const missing = settingsOf(models).filter(
    (setting) => !set.includes(setting) && !set.includes(secretFile(setting)),
  );
  const command = program.command(name);
  if (missing.length === 0) return command.summary(summary);
  return command.summary(`${summary} (needs ${missing[0]})`).hook("preAction", () => {
    throw usage(
      `\`${commandName} ${name}\` asks a model, and needs ${new Intl.ListFormat("en").format(missing)}: set ${missing.length > 1 ? "them" : "it"} in the environment or in .env.`,
    );
  });
}

function addProposalOptions(command: Command): Command {
  return command
    .option(
      "--out <file>",
      "the file to write, which must be new, or - for standard output (default: notice-after-7.json)",
    )
    .option("--dry-run", "ask the models, and write no file")
    .option("--json", "print the result as JSON");
}

function addDraftOptions(command: Command): Command {
  command
    .option("--language <tag>", "the language to write in (default: the language of the brief)", (tag) =>
      readLanguage("--language", tag),
    )
    .option("--keep-translations", "keep the translations of changed text");
  return addProposalOptions(command);
}
