import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../schema/notice/hash.ts";

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

/** Makes a folder and its parents. Not with `recursive`: for a path in /proc, Node would then never return. */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process has just made it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const sumLength = 16;

/** Puts a first line before a text: its writer, and the text's hash, which shows later changes. */
export function sign(text: string, writer: string): string {
  return `${writer}${sha256(text).slice(0, sumLength)}\n${text}`;
}

/** The writer of a signed text; undefined if it is not signed, or was changed since. */
export function writerOf(signed: string): string | undefined {
  const [first = "", ...rest] = signed.split("\n");
  const writer = first.slice(0, -sumLength);
  return signed === sign(rest.join("\n"), writer) ? writer : undefined;
}

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
