import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sync } from "./sync.ts";

/** Replaces the text of a file atomically: write, sync, rename, sync the folder. */
export async function replaceFile(file: string, text: string): Promise<void> {
  // The folder may have been removed along with everything in it.
  await mkdir(dirname(file)).catch(() => {});
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    // "wx" is O_CREAT | O_EXCL, which by POSIX follows no link.
    await writeFile(temporary, text, { flag: "wx", flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await sync(dirname(file));
}
