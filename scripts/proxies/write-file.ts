import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolders } from "../../data/files/make-folders.ts";
import { replaceFile } from "../../data/files/replace-file.ts";
import { sign, writerOf } from "../../data/files/signed-text.ts";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

type Outcome = "written" | "same" | "changed by hand";

const writer = "# Written for Backsoon. If you change this file, --out leaves it alone. SHA-256: ";

/**
 * Writes a file whole or not at all. A file that is not ours, or was changed by hand, is left alone.
 * @throws NoticeError FILE_UNWRITABLE
 */
export async function writeFile(file: string, text: string, mode: number): Promise<Outcome> {
  try {
    makeFolders(dirname(file));
    const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const signed = sign(text, writer);
    if (before === signed) return "same";
    if (before !== undefined && writerOf(before) !== writer) return "changed by hand";
    await replaceFile(file, signed, mode);
    return "written";
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}
