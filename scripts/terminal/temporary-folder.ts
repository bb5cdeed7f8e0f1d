import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

/** Makes a new folder that only this user can open. @throws NoticeError FILE_UNWRITABLE */
export function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "notice-"));
  } catch (cause) {
    const file = join(tmpdir(), "notice");
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}
