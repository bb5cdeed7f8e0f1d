import type { Command } from "commander";
import { addDraftOptions, beginModelCommand, type DraftingOptions } from "../../proposals/needed-models.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { readLanguage } from "../../words/languages.ts";

export function addDictate(program: Command, context: Context): void {
  const command = beginModelCommand(
    program,
    context,
    "dictate",
    ["SPEECH", "CHAT"],
    "write the notice from a recording",
  )
    .description(
      "Has the speech model write down what is said in a recording, shows it, to be corrected first if you like, and goes on as `draft` does.",
    )
    .argument("<file>", "the recording: flac, mp3, m4a, ogg, wav or webm");
  addDraftOptions(command).action(async (file: string, { language, ...options }: DraftingOptions) => {
    const tag = language === undefined ? {} : { language: readLanguage("--language", language) };
    const { runDictate } = await import("../../proposals/run-dictate.ts");
    await runDictate(context, { ...options, ...tag }, file);
  });
  addExamples(command, "dictate call.m4a", "dictate call.m4a --language de --dry-run");
}
