import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileFault } from "../../schema/errors/file-fault.ts";
import { NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { makeFolder } from "../terminal/temporary-folder.ts";

const fileNames = { brief: "brief.txt", transcript: "transcript.txt", proposal: "notice.json" };

/** What was said, transcribed and proposed, in files of this user's alone, from the moment that it is there. */
export interface KeptWords {
  /** Keeps a text, in the place of one of its kind; gives the path of its file. @throws NoticeError FILE_UNWRITABLE */
  keep(kind: keyof typeof fileNames, text: string): string;
  /** The error for who ran the command, with the file that has what is kept; where nothing is, the error alone. */
  named(cause: unknown): unknown;
  /** Removes what was kept. */
  remove(): void;
}

/** Makes the folder for it at once, so that whoever cannot keep anything asks for nothing. @throws NoticeError FILE_UNWRITABLE */
export function keepWords(context: Pick<Context, "commandName" | "printError">): KeptWords {
  const folder = makeFolder();
  let kept: keyof typeof fileNames | undefined;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return {
    keep(kind, text) {
      const file = join(folder, fileNames[kind]);
      try {
        writeFileSync(`${file}.new`, text, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (cause) {
        // The terminal is what is left.
        context.printError(text);
        throw new NoticeError("FILE_UNWRITABLE", { file, reason: fileFault(cause) }, { cause });
      }
      kept = kind;
      return file;
    },
    named(cause) {
      if (kept)
        return withFile(toNoticeError(cause), kept, join(folder, fileNames[kept]), context.commandName);
      remove();
      return cause;
    },
    remove,
  };
}

function withFile(
  error: NoticeError,
  kind: keyof typeof fileNames,
  file: string,
  commandName: string,
): NoticeError {
  const params = { reason: error.messageFor(commandName), file };
  const options = { cause: error };
  if (error.exitCode === 2) return new NoticeError("EDIT_FAILED", params, options);
  if (kind === "brief") return new NoticeError("BRIEF_KEPT", params, options);
  if (kind === "transcript") return new NoticeError("TRANSCRIPT_KEPT", params, options);
  return error.exitCode === 3
    ? new NoticeError("PROPOSAL_OUTDATED", params, options)
    : new NoticeError("PROPOSAL_KEPT", params, options);
}
