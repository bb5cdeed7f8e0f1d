import { readFileSync, statSync } from "node:fs";

/** The bytes of a file. Throws the file system's error, or says that the file is not regular or too large. */
export function readRegularFile(file: string, maxBytes: number): Buffer {
  const stats = statSync(file);
  // Reading a pipe would wait for somebody to write to it, and a device may never end.
  if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is not a regular file");
  if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`);
  return readFileSync(file);
}
