import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { fields, type Notice } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";

export function addEdit(program: Command, context: Context): void {
  const command = program
    .command("edit")
    .summary("edit the notice in $EDITOR")
    .description("Opens the document in $VISUAL or $EDITOR, checks it, shows the difference and applies it.");
  addPublishOptions(command).action(async (options: PublishOptions) => {
    const store = await context.backend.open();
    const { number, notice } = await store.latest().finally(() => store.close());
    const folder = makeFolder();
    const file = join(folder, "notice.json");
    writeFileSync(
      file,
      `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, notice[field]])), null, 2)}\n`,
    );
    try {
      const edited = await readEdited(context, file);
      // What others changed while the editor was open must not be overwritten.
      await publishAndReport(context, { ...options, ifRevision: options.ifRevision ?? number }, () => edited);
    } catch (cause) {
      throw existsSync(file) ? keepText(cause, file) : cause;
    }
    rmSync(folder, { recursive: true });
  });
  addExamples(command, "edit", "EDITOR=nano npx notice edit --dry-run");
}

async function readEdited(context: Context, file: string): Promise<Notice> {
  const code = await context.edit(file);
  if (code !== 0) throw new NoticeError("USAGE", { reason: `The editor ended with exit code ${code}.` });
  if (!existsSync(file)) {
    throw new NoticeError("USAGE", {
      reason: "The editor left no document, and the notice is unchanged: set EDITOR to another editor.",
    });
  }
  return checkNotice(parseJson(readFileSync(file)));
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "notice-"));
  } catch (cause) {
    const file = join(tmpdir(), "notice");
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}

/** Adds to the error's sentence where the text is: minutes of typing must not be lost. */
function keepText(cause: unknown, file: string): unknown {
  if (!(cause instanceof NoticeError)) return cause;
  return new NoticeError(
    cause.exitCode === 3 ? "EDIT_CONFLICT" : "EDIT_FAILED",
    { reason: cause.message, file },
    { cause },
  );
}
