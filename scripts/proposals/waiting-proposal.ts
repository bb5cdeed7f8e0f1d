import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/** A proposal that a person is yet to read. */
export interface WaitingProposal {
  /** The file with the whole notice as it would be, which its user alone may read. */
  file: string;
  /** The command that publishes it, unless somebody else has published meanwhile. */
  publish: string;
}

/**
 * Writes a notice that would follow a revision into a new file of the state folder: a temporary one may be emptied before
 * anybody reads it.
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
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
  return { file, publish: `${commandName} apply ${inShell(file)} --if-revision ${revision}` };
}

/** A path as a shell takes it. */
function inShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
