import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderFault, NoticeError } from "../../schema/errors/notice-error.ts";

/** Makes a new folder that only this user can open. @throws NoticeError FILE_UNWRITABLE */
function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "notice-"));
  } catch (cause) {
    const file = join(tmpdir(), "notice");
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}

/** Does work in such a folder, and then removes it. @throws NoticeError FILE_UNWRITABLE, and what the work throws */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Writes a text into a file in such a folder of its own, and returns its path. @throws NoticeError FILE_UNWRITABLE */
export function makeFile(name: string, text: string): string {
  const folder = makeFolder();
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { flag: "wx" });
    return file;
  } catch (cause) {
    rmSync(folder, { recursive: true });
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}
