import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { NoticeError } from "../../schema/errors/errors.ts";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { fields, type Notice } from "../../schema/notice/notice.ts";
import { post } from "../post.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPostOptions, type PostOptions } from "../terminal/options.ts";

export function addEdit(program: Command, context: Context): void {
  const command = program
    .command("edit")
    .summary("edit the notice in $EDITOR")
    .description("Opens the document in $VISUAL or $EDITOR, checks it, shows the difference and applies it.");
  addPostOptions(command).action(async (options: PostOptions) => {
    const store = await context.place.open();
    const { revision, notice } = await store.latest().finally(() => store.close());
    const folder = makeFolder();
    const file = join(folder, "notice.json");
    writeFileSync(
      file,
      `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, notice[field]])), null, 2)}\n`,
    );
    try {
      const edited = await readEdited(context, file);
      // What others changed while the editor was open is theirs.
      await post(context, { ...options, ifRevision: options.ifRevision ?? revision }, () => edited);
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
      reason: "The editor has left no document, and the notice is as it was: set EDITOR to another one.",
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

/** The error with the place of the text in its sentence: minutes of typing must not be lost. */
function keepText(cause: unknown, file: string): unknown {
  if (!(cause instanceof NoticeError)) return cause;
  return new NoticeError(
    cause.exit === 3 ? "EDIT_CONFLICT" : "EDIT_FAILED",
    { reason: cause.message, file },
    { cause },
  );
}
