import type { Command } from "commander";
import { addDraftOptions, beginModelCommand, type DraftOptions } from "../../proposals/model-command.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

export function addDraft(program: Command, context: Context): void {
  const command = beginModelCommand(
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
  addDraftOptions(command).action(async (brief: string, options: DraftOptions) => {
    // Loaded on demand, so that other commands do not wait for it.
    const { runDraft } = await import("../../proposals/run.ts");
    await runDraft(context, options, brief);
  });
  addExamples(
    command,
    'draft "moving db, 2 h, orders are safe"',
    'draft "moving db, 2 h, orders are safe" --language de --dry-run',
  );
}
