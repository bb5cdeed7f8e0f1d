import { chmodSync, chownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a file the owner and the read and write permissions of its folder, but never makes it writable by everybody:
 * the service's user must be able to use what root writes with a command. Other users keep what they have made.
 */
export function inheritOwnership(file: string): void {
  const { uid, gid, mode } = statSync(dirname(file));
  try {
    chownSync(file, uid, gid);
    chmodSync(file, mode & 0o664);
  } catch {
    // The file stays with the user who created it.
  }
}
