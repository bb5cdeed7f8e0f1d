import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { makeFolders } from "../files/make-folders.ts";
import { translateErrors } from "../sqlite-file/fault.ts";
import { createStoreFile } from "../sqlite-file/new-file.ts";
import { tryLock } from "../sqlite-file/try-lock.ts";
import type { Deadline } from "../time/deadline.ts";
import { whenFree } from "./lock.ts";

/**
 * Does work that creates or replaces a store, in one process at a time. It locks an empty file beside the store, which
 * stays there, because a missing store cannot be locked.
 * @throws NoticeError STORE_BUSY, STORE_UNUSABLE, and what the work throws
 */
export function exclusively<T>(
  file: string,
  deadline: Deadline | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  makeFolder(dirname(file));
  const lock = `${file}.lock`;
  return whenFree(deadline, async () => {
    const unlock = translateErrors(lock, () => {
      makeLockFile(lock);
      return tryLock(lock);
    });
    if (!unlock) throw new NoticeError("STORE_BUSY", { file });
    try {
      return await work();
    } finally {
      unlock();
    }
  });
}

function makeLockFile(lock: string): void {
  try {
    createStoreFile(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // If SQLite may not write a file, it lets everybody have the lock.
    accessSync(lock, constants.W_OK);
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    const { code, path = folder } = cause as NodeJS.ErrnoException;
    const reason = `the folder ${path} cannot be created: ${code}`;
    throw new NoticeError("STORE_UNUSABLE", { file: path, reason }, { cause });
  }
}
