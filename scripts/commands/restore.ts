import { resolve } from "node:path";
import type { Command } from "commander";
import { restore } from "../../data/restore.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { report, requestOf, targetOf } from "../terminal/publish.ts";

export function addRestore(program: Command, context: Context): void {
  const command = program
    .command("restore")
    .summary("restore the notice from a backup")
    .description(
      "Restores the notice from a backup. An intact store gets it as a new revision and keeps its history; " +
        "a missing or broken store is replaced by the backup, and its files are kept beside it.",
    )
    .argument("<file>", "a file made by `notice backup`");
  addPublishOptions(command).action(async (file: string, options: PublishOptions) => {
    const source = resolve(context.folder, file);
    const restored = await restore(targetOf(context), source, requestOf(context, options));
    if ("publication" in restored) return report(context, options, restored.publication);
    const { number, notice } = restored.replacement;
    if (number === undefined) {
      return context.print(
        `Nothing was changed; the store, which is missing or broken, would be replaced by ${source}.`,
      );
    }
    if (options.json) return context.printJson({ posted: true, revision: number, notice });
    context.print(
      `Revision ${number} is live: ${context.installation.database} was missing or broken and has been replaced by the backup; any old files are kept beside it.`,
    );
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}
