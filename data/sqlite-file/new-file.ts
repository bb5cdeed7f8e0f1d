import { closeSync, fchmodSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { translateErrors } from "./fault.ts";

/** What SQLite gives a new file, less the umask. */
const ownMode = 0o644;
const groupMayRead = 0o040;
const groupMayWrite = 0o020;
const isSticky = 0o1000;

/** Makes an empty file for SQLite, which would follow a link that stands there, and takes an empty file as well. */
export function createExclusively(file: string): void {
  translateErrors(file, () => closeSync(openSync(file, "wx")));
}

/**
 * Makes the empty file of a new store. Where its folder's group may write to the folder, it may write to the store, too,
 * unless the umask keeps the group out: a container may come back as another user of that group. What SQLite puts beside
 * the store has the same mode. A store that takes another's place has no more than its mode. Throws what the file system throws.
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

/** Removes a database that is not to be kept, with the files that SQLite puts beside it; never throws. */
export function discard(file: string): void {
  for (const part of ["", "-wal", "-shm", "-journal"]) {
    try {
      rmSync(file + part, { force: true });
    } catch {
      // Where nothing can be removed, nothing was created: the error thrown before says why.
    }
  }
}
