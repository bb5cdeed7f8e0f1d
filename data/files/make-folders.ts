import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

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
