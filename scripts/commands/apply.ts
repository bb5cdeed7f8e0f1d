import type { Command } from "commander";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { readDocument } from "../terminal/document.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";

export function addApply(program: Command, context: Context): void {
  const command = program
    .command("apply")
    .summary("replace the notice with a JSON file")
    .description("Replaces the whole notice with the document in a JSON file.")
    .argument("<file>", "the JSON file, or - for standard input");
  addPublishOptions(command).action(async (file: string, options: PublishOptions) => {
    const notice = await readDocument(file, context).catch((error) => nameValidate(context, error));
    await publishAndReport(context, options, () => notice);
  });
  addExamples(command, "apply notice.json", (name) => `${name} show --json | ${name} apply - --dry-run`);
}

/** Throws the error. If its message has only the first of several faults, names the command that lists all. */
function nameValidate({ commandName }: Context, error: unknown): never {
  if (!isNoticeError(error, "NOTICE_INVALID") || (error.faults?.length ?? 0) < 2) throw error;
  const reason = `${error.message} There are more faults: \`${commandName} validate\` lists them all.`;
  throw new NoticeError("NOTICE_INVALID", { reason }, { cause: error });
}
