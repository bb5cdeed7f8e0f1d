import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { shownIn } from "../../data/predecessor.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport, targetOf } from "../terminal/publish.ts";
import { makeFile } from "../terminal/temporary-folder.ts";
import { usage } from "../words/usage.ts";

export function addEdit(program: Command, context: Context): void {
  const command = program
    .command("edit")
    .summary("edit the notice in $EDITOR")
    .description("Opens the document in $VISUAL or $EDITOR, checks it, shows the difference and applies it.");
  addPublishOptions(command).action(async (options: PublishOptions) => {
    const { number, notice } = await shownIn(targetOf(context), deadlineIn());
    const file = makeFile("notice.json", `${JSON.stringify(JSON.parse(serialize(notice)), null, 2)}\n`);
    try {
      const edited = checkNotice(parseJson(await readEditedFile(context, file)));
      // Changes that others made while the editor was open must not be overwritten.
      await publishAndReport(
        context,
        { ...options, ifRevision: options.ifRevision ?? { number, sum: sumOf(notice) } },
        () => edited,
      );
    } catch (cause) {
      throw existsSync(file) ? keepText(context, cause, file) : cause;
    }
    rmSync(dirname(file), { recursive: true });
  });
  addExamples(command, "edit", (name) => {
    // sudo keeps no $EDITOR, but takes one as its argument.
    return `${name.replace(/^(?:sudo )?/, "$&EDITOR=nano ")} edit --dry-run`;
  });
}

/** The contents of a file after the user has edited it. @throws NoticeError USAGE if the editor fails, or leaves no file */
async function readEditedFile({ edit }: Pick<Context, "edit">, file: string): Promise<Buffer> {
  const end = await edit(file);
  if (end !== 0) {
    const reason =
      typeof end === "number" ? `The editor ended with exit code ${end}.` : `The editor was ended by ${end}.`;
    throw usage(reason);
  }
  if (!existsSync(file)) {
    throw usage("The editor left no document. The notice is unchanged: set EDITOR to another editor.");
  }
  return readFileSync(file);
}

/** Adds the path of the kept text to the error's message: minutes of typing must not be lost. */
function keepText({ commandName }: Context, cause: unknown, file: string): NoticeError {
  const error = toNoticeError(cause);
  const reason = error.messageFor(commandName);
  return new NoticeError(error.exitCode === 3 ? "EDIT_CONFLICT" : "EDIT_FAILED", { reason, file }, { cause });
}
