import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { deadlineIn } from "../../data/deadline.ts";
import { shownIn } from "../../data/publish.ts";
import { warnOfMarkup, warnOfTime } from "../../schema/advice/advice.ts";
import { judgeDocument, typedHere } from "../../schema/advice/typed-return.ts";
import { isNoticeError, NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { difference } from "../../schema/notice/difference.ts";
import { hashOf } from "../../schema/notice/hash.ts";
import { serialize } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { makeFile } from "../terminal/files.ts";
import {
  addExamples,
  addPublishOptions,
  type PublishOptions,
  usage,
  wholeNumber,
} from "../terminal/options.ts";
import { judgeAgain, publishAndReport, readDocument, targetOf } from "../terminal/publish.ts";

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
        { ...options, ifRevision: options.ifRevision ?? { number, hash: hashOf(notice) } },
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

export function addValidate(program: Command, context: Context): void {
  const command = program
    .command("validate")
    .summary("check a JSON file against the schema")
    .description("Checks a document against the notice schema, and lists every fault. Nothing is published.")
    .argument("<file>", "the JSON file, or - for standard input")
    .option("--json", "print the result as JSON")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { commandName } = context;
      const at = typedHere(context.now());
      const warnings: string[] = [];
      const notice = await readDocument(file, context, (document) => {
        const { faults, doubts } = judgeDocument(document, at, undefined, commandName);
        warnings.push(...doubts);
        return faults;
      }).catch((error) => reportFaults(context, error, json));
      const written = { notice, changes: difference(undefined, notice) };
      warnings.push(...warnOfTime(written, at, commandName), ...warnOfMarkup(written, commandName));
      if (json) return context.printJson({ valid: true, ...(warnings.length > 0 && { warnings }), notice });
      context.print(`${file === "-" ? "Standard input" : file} is a valid notice.`);
      for (const warning of warnings) context.print(warning);
    });
  addExamples(command, "validate notice.json");
}

/** Throws the error with every fault in its message, one per line. */
function reportFaults(context: Context, error: unknown, json = false): never {
  if (!isNoticeError(error) || !error.faults) throw error;
  const { faults } = error;
  if (json) context.printJson({ valid: false, faults });
  throw new NoticeError(
    "NOTICE_INVALID",
    { reason: faults.map(({ detail }) => detail).join("\n") },
    { cause: error },
  );
}

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
