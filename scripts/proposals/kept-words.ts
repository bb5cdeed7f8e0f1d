import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolders } from "../../data/files/make-folders.ts";
import { fileFault, folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { makeFolder } from "../terminal/temporary-folder.ts";

const fileNames = { brief: "brief.txt", transcript: "transcript.txt", proposal: "notice.json" };

/** Saves what was said, transcribed and proposed, in files that only this user can read. */
export interface KeptWords {
  /** Keeps a text instead of the last one of its kind, and returns its file. @throws NoticeError FILE_UNWRITABLE */
  keep(kind: keyof typeof fileNames, text: string): string;
  /** The error with the file of the kept words; unchanged if nothing was kept. */
  named(cause: unknown): unknown;
  /** Removes what was kept. */
  remove(): void;
}

/** Makes the folder at once, so that no model is asked if nothing can be kept. @throws NoticeError FILE_UNWRITABLE */
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
        // Only the terminal is left to keep it.
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

/** A proposal that nobody has read yet. */
export interface WaitingProposal {
  /** The file with the whole proposed notice, which only its user may read. */
  file: string;
  /** The command that publishes it, if nobody else has published since. */
  publish: string;
}

/**
 * Writes the notice that would follow a revision into a new file in the state folder. Temporary folders may be emptied
 * before anybody reads it.
 * @throws NoticeError FILE_UNWRITABLE
 */
export function keepWaiting(
  { installation, commandName }: Pick<Context, "installation" | "commandName">,
  revision: number,
  text: string,
): WaitingProposal {
  const name = `proposal-after-${revision}-${randomBytes(4).toString("hex")}.json`;
  const folder = dirname(installation.writablePath);
  const file = join(folder, name);
  try {
    makeFolders(folder);
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
  return { file, publish: `${commandName} apply ${inShell(file)} --if-revision ${revision}` };
}

/** A path, quoted for a shell if necessary. */
function inShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
