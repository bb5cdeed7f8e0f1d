import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recipe } from "../../api/proxies/proxy.ts";
import type { FilledFile } from "../../api/proxies/recipe.ts";

/** The options that add a switch, and the command that the files of a recipe name for it. */
const switches = [
  ["--switch", "touch /etc/backsoon/on "],
  ["--read-only", "touch /etc/backsoon/read-only "],
] as const;

interface LostSwitch {
  file: string;
  sentence: string;
}

/**
 * The files of an earlier run whose switch these files lack. One that is not written any more still looks right, but may
 * need what the others had. Call this before they are written.
 */
export function lostSwitches(folder: string, proxy: Recipe, files: FilledFile[]): LostSwitch[] {
  return proxy.files.flatMap(({ name, include, choice }) => {
    const file = join(folder, name);
    const before = include && choice === undefined ? readText(file) : undefined;
    if (before === undefined) return [];
    if (files.every((filled) => filled.name !== name)) return name.startsWith("switch.") ? [left(file)] : [];
    return switches
      .filter(([, on]) => before.includes(on) && files.every(({ text }) => !text.includes(on)))
      .map(([option]) => ({
        file,
        sentence: `${file} had the switch of ${option}, which is gone now: to keep it, run this again with ${option}.`,
      }));
  });
}

function left(file: string): LostSwitch {
  return {
    file,
    sentence: `${file} is left from an earlier run with a switch, and may do nothing now: run this again with --switch, or remove the file and the lines that include it.`,
  };
}

/** The text of a file; undefined if it cannot be read. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
