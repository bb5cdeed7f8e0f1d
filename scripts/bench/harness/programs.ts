import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The first of these programs that is installed. System folders are searched too, because they may not be in PATH. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** The path of a program that must be installed. @throws Error if it is not */
export function needProgram(name: string): string {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not installed.`);
  return program;
}

/** The Chromium that is installed; the tests install one if there is none. */
export function findChromium(): string | undefined {
  const own = [process.env.CHROMIUM_PATH, chromium.executablePath()].find(
    (file) => file && isExecutable(file),
  );
  const names = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
  ];
  return own ?? findProgram(...names);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
