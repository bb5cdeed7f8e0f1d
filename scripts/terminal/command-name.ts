import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandName } from "../../schema/errors/command-name.ts";
import { readProgram } from "../../schema/settings/home/program.ts";

/**
 * What the command is called by who runs it in this folder: in a clone, npx finds it; anywhere else npx would fetch a
 * stranger's package of that name.
 */
export function commandNameIn(folder: string | undefined): string {
  const program = readProgram();
  // What is installed without its sources, as in the image, is no clone, and may have no npx.
  const isClone = !program.isInstalled && existsSync(join(program.folder, "scripts", "notice.ts"));
  return isClone && folder !== undefined && findPackage(folder) === program.folder
    ? `npx ${commandName}`
    : commandName;
}

/** The folder whose package npx looks into first; undefined if there is none. @see https://docs.npmjs.com/cli/configuring-npm/folders */
function findPackage(folder: string): string | undefined {
  if (["package.json", "node_modules"].some((name) => existsSync(join(folder, name)))) return folder;
  const around = dirname(folder);
  return around === folder ? undefined : findPackage(around);
}
