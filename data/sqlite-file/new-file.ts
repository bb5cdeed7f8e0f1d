import { closeSync, fchmodSync, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The mode that SQLite gives a new file, before the umask. */
const ownMode = 0o644;
const groupMayRead = 0o040;
const groupMayWrite = 0o020;
const isSticky = 0o1000;

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
