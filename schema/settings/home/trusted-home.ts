import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../errors/notice-error.ts";
import type { Environment } from "../setting-names.ts";
import { findHome } from "./home.ts";
import { readProgram } from "./program.ts";

/** Where root finds settings, and who may decide what they are. */
interface SettingsLocation {
  envFile: string;
  /** Users beside root who may own it: whoever can change the program that root runs is as good as root. */
  owners?: number[];
  /** The folder up to which the way to the settings counts; absent for a clone, where the program is in the same folder. */
  top?: string;
}

/**
 * Holds where root finds its settings to be root's: no link, nobody else's, and for nobody else to write to. Settings
 * name files that are read with root's rights, and where their contents are sent.
 * @throws NoticeError SETTINGS_UNTRUSTED
 */
export function assertTrusted({ envFile, owners = [], top }: SettingsLocation): void {
  const trusted = new Set([0, ...owners]);
  const folder = dirname(envFile);
  if (top !== undefined && look(folder)) {
    assertRoots(folder, trusted);
    for (const above of foldersAbove(realpathSync(folder), realpathSync(top))) {
      // In a folder such as /tmp nobody can replace what is another user's.
      const isSticky = ((look(above)?.mode ?? 0) & 0o1000) !== 0;
      if (!isSticky) assertRoots(above, trusted);
    }
  }
  assertRoots(envFile, trusted);
}

/** Holds the home that root's programs find by the environment to be root's. @throws NoticeError HOME_…, SETTINGS_UNTRUSTED */
export function assertTrustedHome(env: Environment): void {
  const program = readProgram();
  const { envFile } = findHome(program, env);
  assertTrusted({ envFile, owners: ownersOf(program.folder), ...(program.isInstalled && { top: "/" }) });
}

/** The owners of a folder and of all around it. */
function ownersOf(folder: string): number[] {
  return [folder, ...foldersAbove(folder, "/")].flatMap((path) => look(path)?.uid ?? []);
}

function foldersAbove(folder: string, top: string): string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [] : [above, ...foldersAbove(above, top)];
}

/** What is not there yet is made by root, or not at all. */
function assertRoots(path: string, trusted: Set<number>): void {
  const found = look(path);
  if (!found) return;
  const refuse = (fault: string, remedy: string): never => {
    throw new NoticeError("SETTINGS_UNTRUSTED", { path, fault, remedy });
  };
  if (found.isSymbolicLink()) refuse("is a link", "put what it leads to in its place");
  if (!trusted.has(found.uid)) refuse(`belongs to user ${found.uid}`, `run \`chown root ${path}\``);
  // A user other than root often has a group of their own, which may write to all that is theirs.
  const isGroups = (found.mode & 0o020) !== 0 && found.uid === 0 && found.gid !== 0;
  if (isGroups || (found.mode & 0o002) !== 0)
    refuse("can be written to by other users", `run \`chmod go-w ${path}\``);
}

/** What is at a path, if root can see it: a network file system may treat root as nobody. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
