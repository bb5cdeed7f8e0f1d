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
        "is moved aside, with its tokens, and the backup takes its place. Backups have no tokens.",
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
    const { notice, isFilled, latest, done, nodes } = restored.replaced;
    const changes = difference(undefined, notice);
    const { doubts } = judge(notice, undefined);
    const warnings = [...doubts, ...warnOfTime({ notice, changes }, at, context.commandName)];
    const lost = done?.again ? [latest + 1, done.again.number] : undefined;
    if (options.json) {
      const { number = 0, leftOut = 0, aside } = done ?? {};
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
    const { database } = context.installation;
    if (!done) {
      context.print(
        isFilled
          ? `Nothing was changed. The store would take over the whole history of ${source}.`
          : `Nothing was changed. The store is missing or broken, and would be replaced from ${source}.`,
      );
    } else {
      context.print(
        isFilled
          ? `Revision ${done.number} is published: ${database} has the whole history of the backup.`
          : `Revision ${done.number} is published: ${database} was missing or broken and has been replaced from the backup.`,
      );
      const missing = lost
        ? `Revisions ${lost[0]} to ${lost[1]} are missing, and visitors keep the text of the last.`
        : "";
      const old =
        done.aside === undefined
          ? ""
          : `The broken store lies at ${done.aside}. Its tokens and sign-ins are gone: make new ones with \`${context.commandName} token create\`.`;
      if (missing || old) context.print([old, missing].filter(Boolean).join(" "));
      if (done.leftOut > 0) context.print(`Damaged revisions left out: ${done.leftOut}.`);
    }
    for (const warning of warnings) context.print(warning);
    reportNodes(context, nodes, done?.number ?? 0);
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}
