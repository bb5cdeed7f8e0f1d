import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The age at which a temporary file counts as left behind by a killed process, in ms. */
const abandonedMs = 60_000;

/** Replaces the text of a file atomically: write, sync, rename, sync the folder. A mode holds whatever the umask is. */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const folder = dirname(file);
  // The folder may have been removed along with everything in it.
  await mkdir(folder).catch(() => {});
  await removeAbandoned(folder, `${basename(file)}.`).catch(() => {});
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    // "wx" is O_CREAT | O_EXCL, which by POSIX follows no link.
    await writeFile(temporary, text, { flag: "wx", flush: true, mode: mode ?? 0o666 });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await sync(folder);
}

/** Removes temporary files of a name that killed processes have left behind. */
async function removeAbandoned(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !name.endsWith(".tmp")) continue;
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > abandonedMs) await rm(path);
  }
}

/** Flushes the contents of a file, or the names in a folder, to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
