import { chmodSync, chownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a file to whoever its folder belongs to, to read and write as they may the folder, though never for everybody to
 * write: what root writes with a command, the user of the service must be able to use. Others keep what they have made.
 */
export function inheritOwnership(file: string): void {
  const { uid, gid, mode } = statSync(dirname(file));
  try {
    chownSync(file, uid, gid);
    chmodSync(file, mode & 0o664);
  } catch {
    // It stays with the user who made it.
  }
}
