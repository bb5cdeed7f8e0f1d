import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** More than a change writes, in bytes. */
const probeBytes = 1024 * 1024;

/**
 * Writes and syncs a file in a folder, to find out whether that is possible. The file loses its name before it gets its
 * content, so that it is never left behind. Throws the errors of the file system.
 */
export function tryWrite(folder: string): void {
  const file = join(folder, `.backsoon-${randomUUID()}.tmp`);
  const handle = openSync(file, "wx", 0o600);
  try {
    rmSync(file);
    writeFileSync(handle, Buffer.alloc(probeBytes));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
