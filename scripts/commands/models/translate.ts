import type { Command } from "commander";
import {
  addProposalOptions,
  beginModelCommand,
  type ProposalOptions,
} from "../../proposals/model-command.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { readLanguages } from "../../words/languages.ts";
import { usage } from "../../words/usage.ts";

interface TranslateOptions extends ProposalOptions {
  to?: string;
  all?: boolean;
}

export function addTranslate(program: Command, context: Context): void {
  const command = beginModelCommand(
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
  addProposalOptions(command).action(async (options: TranslateOptions) => {
    const { to, all } = options;
    if ((to === undefined) === (all === undefined))
      throw usage("Give the languages, as in --to de,fr, or --all.");
    const tags = to === undefined ? "all" : readLanguages("--to", to);
    // Loaded on demand, so that other commands do not wait for it.
    const { runTranslate } = await import("../../proposals/run.ts");
    await runTranslate(context, options, tags);
  });
  addExamples(command, "translate --to de,fr", "translate --all --dry-run");
}
