import { lstat, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type OpenFolder, writeNewFile } from "../synced.ts";
import { configurations } from "./configurations.ts";
import { type ConfigurationOptions, ownBeginning } from "./options.ts";

/** What a folder may be called to stand in every web server's words as it is. */
const plainPath = /^[\w/.@+-]+$/;

/**
 * Writes the configuration of each web server beside the notice, where it is not there or another version's, each whole
 * or not at all, by way of the path of a temporary file. What begins otherwise than ours stays as it is.
 */
export async function writeConfigurations(
  top: OpenFolder,
  options: ConfigurationOptions,
  temporary: () => string,
): Promise<void> {
  if (!plainPath.test(options.folder)) return;
  let isChanged = false;
  for (const [name, make] of Object.entries(configurations)) {
    const path = join(top.path, name);
    const present = await readOwn(path);
    const text = make(options);
    if (present === undefined || present === text) continue;
    const whole = temporary();
    await writeNewFile(whole, text);
    await rename(whole, path);
    isChanged = true;
  }
  if (isChanged) await top.sync();
}

/** A file that we may replace, empty if there is none; undefined for somebody else's. */
async function readOwn(path: string): Promise<string | undefined> {
  const present = await lstat(path).catch(() => undefined);
  if (!present) return "";
  if (!present.isFile()) return undefined;
  const text = await readFile(path, "utf8");
  return text.startsWith(ownBeginning) ? text : undefined;
}
