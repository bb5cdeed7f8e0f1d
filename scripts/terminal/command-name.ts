import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandName } from "../../schema/errors/notice-error.ts";
import { readProgram } from "../../schema/settings/home.ts";

/**
 * The command's name in this folder. Only in a clone does npx find it; elsewhere npx would fetch a stranger's package
 * of that name. If it was run with sudo, what it says to type next needs sudo as well.
 */
export function commandNameIn(folder: string | undefined, sudoUser?: string): string {
  const program = readProgram();
  // A copy without sources, as in the image, is no clone, and may have no npx.
  const isClone = !program.isInstalled && existsSync(join(program.folder, "scripts", "notice.ts"));
  if (isClone && folder !== undefined && findPackage(folder) === program.folder) return `npx ${commandName}`;
  return sudoUser ? `sudo ${commandName}` : commandName;
}

/** The folder that npx searches first; undefined if there is none. @see https://docs.npmjs.com/cli/configuring-npm/folders */
function findPackage(folder: string): string | undefined {
  if (["package.json", "node_modules"].some((name) => existsSync(join(folder, name)))) return folder;
  const around = dirname(folder);
  return around === folder ? undefined : findPackage(around);
}
