import { closeSync, fchmodSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { translateErrors } from "./fault.ts";

/** The mode that SQLite gives a new file, before the umask. */
const ownMode = 0o644;
const groupMayRead = 0o040;
const groupMayWrite = 0o020;
const isSticky = 0o1000;

/** Creates an empty file for SQLite, which itself would follow a link and accept an existing empty file. */
export function createExclusively(file: string): void {
  translateErrors(file, () => closeSync(openSync(file, "wx")));
}

/**
 * Creates the empty file of a new store. If the folder's group may write to the folder, it may also write to the store,
 * unless the umask forbids it: a container may restart as another user of that group. SQLite gives the files beside the
 * store the same mode. A replacement gets at most the mode of the old store. Throws the errors of the file system.
 */
export function createStoreFile(file: string, mode = ownMode): void {
  const handle = openSync(file, "wx", mode & 0o666);
  try {
    const { mode, gid } = fstatSync(handle);
    const folder = statSync(dirname(file));
    const isGroups = folder.gid === gid && (folder.mode & (groupMayWrite | isSticky)) === groupMayWrite;
    if (isGroups && mode & groupMayRead) fchmodSync(handle, mode | groupMayWrite);
  } finally {
    closeSync(handle);
  }
}

/** Removes a temporary database, with the files that SQLite puts beside it; never throws. */
export function discard(file: string): void {
  for (const part of ["", "-wal", "-shm", "-journal"]) {
    try {
      rmSync(file + part, { force: true });
    } catch {
      // If nothing can be removed, nothing was created: the error thrown before says why.
    }
  }
}
