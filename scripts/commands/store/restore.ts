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
        "has only its first revision, or has lost the last ones, gets the history of the backup. A broken store in a file " +
        "is moved aside, with its tokens, and the backup takes its place. Both end all sign-ins.",
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
    const { notice, isFilled, backup, done, nodes } = restored.replaced;
    const changes = difference(undefined, notice);
    const { doubts = [] } = judge(notice, undefined);
    const warnings = [...doubts, ...warnOfTime({ notice, changes }, at, context.commandName)];
    const lost = done?.again && !isFilled ? [backup.latest.number + 1, done.again.number] : undefined;
    const { number = 0, aside } = done ?? {};
    const leftOut = done ? backup.leftOut : 0;
    if (options.json) {
      context.printJson({
        published: done !== undefined,
        revision: number,
        ...(warnings.length > 0 && { warnings }),
        notice,
        ...(leftOut > 0 && { leftOut }),
        ...(aside !== undefined && { aside }),
        ...(lost && { lost }),
      });
      return reportNodes(context, nodes, number);
    }
    context.print(
      done
        ? `Revision ${number} is published: ${context.installation.database} has the whole history of the backup. All sign-ins have ended.`
        : `Nothing was changed. The store ${isFilled ? "" : "is missing or broken, and "}would take over the whole history of ${source}.`,
    );
    const lines = [
      aside !== undefined &&
        `The broken store lies at ${aside}. Its tokens are gone: make new ones with \`${context.commandName} token create\`.`,
      lost && `Revisions ${lost[0]} to ${lost[1]} are missing, and visitors keep the text of the last.`,
      leftOut > 0 && `Damaged revisions left out: ${leftOut}.`,
      ...warnings,
    ];
    for (const line of lines) if (line) context.print(line);
    reportNodes(context, nodes, number);
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}
