import type { Command } from "commander";
import { restore } from "../../../data/restore.ts";
import { difference } from "../../../schema/notice/difference.ts";
import { typedHere } from "../../../schema/words/typed-return.ts";
import { warnOfTime } from "../../../schema/words/warnings.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../../terminal/options.ts";
import { judgeAgain, report, reportNodes, requestOf, targetOf } from "../../terminal/publish.ts";

export function addRestore(program: Command, context: Context): void {
  const command = program
    .command("restore")
    .summary("restore the notice from a backup")
    .description(
      "Restores the notice from a backup. An intact store gets it as a new revision and keeps its history. A store that " +
        "has only its first revision takes over the history of the backup. A missing or broken store is replaced: what " +
        "can still be read of it is kept, the backup fills in the rest, and the old files stay beside it. " +
        "Backups have no tokens: the store keeps its own.",
    )
    .argument("<file>", `a file made by \`${context.commandName} backup\``);
  addPublishOptions(command).action(async (file: string, options: PublishOptions) => {
    const source = context.pathOf(file);
    const at = typedHere(context.now());
    const judge = judgeAgain(context, at);
    const restored = await context.lend(source, (path) =>
      restore(targetOf(context), path, { ...requestOf(context, options), judge }),
    );
    if ("publication" in restored) return report(context, options, restored.publication, at);
    const { notice, isFilled, done, nodes } = restored.replaced;
    const changes = difference(undefined, notice);
    const { doubts } = judge(notice, undefined);
    const warnings = [...doubts, ...warnOfTime({ notice, changes }, at, context.commandName)];
    if (options.json) {
      const { number = 0, leftOut = 0, tokensLost = false } = done ?? {};
      context.printJson({
        published: done !== undefined,
        revision: number,
        ...(warnings.length > 0 && { warnings }),
        notice,
        ...(leftOut > 0 && { leftOut }),
        ...(tokensLost && { tokensLost }),
      });
      return reportNodes(context, nodes, number);
    }
    if (!done) {
      context.print(
        isFilled
          ? `Nothing was changed. The store would take over the whole history of ${source}.`
          : `Nothing was changed. The store is missing or broken, and would be replaced from ${source}.`,
      );
      for (const warning of warnings) context.print(warning);
      return;
    }
    context.print(
      isFilled
        ? `Revision ${done.number} is published: ${context.installation.database} has the whole history of the backup.`
        : `Revision ${done.number} is published: ${context.installation.database} was missing or broken and has been replaced from the backup. Its old files, if any, are kept beside it.`,
    );
    if (done.leftOut > 0) context.print(`Damaged revisions left out: ${done.leftOut}.`);
    if (done.tokensLost)
      context.print(
        `Some tokens could not be read from the broken store: make new ones with \`${context.commandName} token create\`.`,
      );
    for (const warning of warnings) context.print(warning);
    reportNodes(context, nodes, done.number);
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}
