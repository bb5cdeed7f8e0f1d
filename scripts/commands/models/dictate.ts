import type { Command } from "commander";
import { addDraftOptions, beginModelCommand, type DraftOptions } from "../../proposals/model-command.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

export function addDictate(program: Command, context: Context): void {
  const command = beginModelCommand(
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
  addDraftOptions(command).action(async (file: string, options: DraftOptions) => {
    const { runDictate } = await import("../../proposals/run.ts");
    await runDictate(context, options, file);
  });
  addExamples(command, "dictate call.m4a", "dictate call.m4a --language de --dry-run");
}
