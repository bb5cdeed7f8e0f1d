import { createWriteStream, existsSync } from "node:fs";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { makeFolder } from "../terminal/temporary-folder.ts";
import { ownerOf } from "./owner.ts";

/**
 * Runs work as the store's owner on a copy of a file that root named, which perhaps only root may read. Does not copy a
 * file of root's that another user's link leads to. If the file cannot be copied, the work reports why.
 */
export async function lendTo<T>(
  drop: () => void,
  file: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  // A missing file stays missing in the copy, for a clear error: the owner may not be able to open its folder.
  const isThere = existsSync(file);
  const original = isThere ? await openFile(file) : undefined;
  // A store that was copied by hand has a log beside it. The work refuses the store if it sees the log.
  const log = existsSync(`${file}-wal`) ? await openFile(`${file}-wal`) : undefined;
  try {
    drop();
    if (isThere && !original) return await work(file);
    return await inPrivateFolder(async (folder) => {
      const copy = join(folder, "copy");
      if (original) await copyTo(copy, original);
      if (log) await copyTo(`${copy}-wal`, log);
      try {
        return await work(copy);
      } catch (error) {
        // Errors should name the file, not the copy.
        if (isNoticeError(error)) error.renameFile(copy, file);
        else if (error instanceof Error) error.message = error.message.replaceAll(copy, file);
        throw error;
      }
    });
  } finally {
    await original?.close();
    await log?.close();
  }
}

function copyTo(copy: string, original: FileHandle): Promise<void> {
  return pipeline(original.createReadStream(), createWriteStream(copy, { flags: "wx" }));
}

/** Opens a file, unless another user can redirect its path to a file of somebody else. */
async function openFile(file: string): Promise<FileHandle | undefined> {
  try {
    // Opening a pipe would block.
    if (!(await stat(file)).isFile()) return undefined;
    const stranger = ownerOf(file);
    const opened = await open(file, "r");
    if (!stranger || (await opened.stat()).uid === stranger.uid) return opened;
    await opened.close();
    return undefined;
  } catch {
    return undefined;
  }
}

/** Does work in a private folder, and then removes the folder. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
