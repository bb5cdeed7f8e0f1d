import { type Command, InvalidArgumentError } from "commander";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPublishOptions, type PublishOptions, wholeNumber } from "../terminal/options.ts";
import { judgeAgain, publishAndReport } from "../terminal/publish.ts";

export function addRollback(program: Command, context: Context): void {
  const revision = (value: string): number => {
    try {
      return wholeNumber(value);
    } catch {
      throw new InvalidArgumentError(
        `It must be the number of a revision, and \`${context.commandName} history\` lists them.`,
      );
    }
  };
  const command = program
    .command("rollback")
    .summary("publish an earlier revision's notice again")
    .description(
      "Publishes the notice of an earlier revision again, as a new revision. The history keeps everything.",
    )
    .argument("<revision>", `its number, as listed by \`${context.commandName} history\``, revision);
  addPublishOptions(command).action((number: number, options: PublishOptions) =>
    publishAndReport(context, options, async (_current, store) => (await store.find(number)).notice, {
      judge: (at) => judgeAgain(context, at),
    }),
  );
  addExamples(command, "rollback 7", "rollback 7 --dry-run");
}
