import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../errors/notice-error.ts";
import type { Environment } from "../setting-names.ts";
import { findHome } from "./home.ts";
import { readProgram } from "./program.ts";

/** The settings of root, and the users who may choose them. */
interface SettingsLocation {
  envFile: string;
  /** Users besides root who may own it: the owners of the program, which root runs. */
  owners?: number[];
  /** Parent folders are checked up to this one. Absent for a clone, whose program is in the same folder. */
  top?: string;
}

/**
 * Checks that only root can change the settings that root reads: no link, no other owner, no other user may write.
 * Settings name files that are read with root's rights, and where their contents are sent.
 * @throws NoticeError PATH_UNTRUSTED
 */
export function assertTrusted({ envFile, owners = [], top }: SettingsLocation): void {
  const trusted = new Set([0, ...owners]);
  const folder = dirname(envFile);
  if (top !== undefined && look(folder)) assertFolder(folder, trusted, top);
  assertRoots(envFile, trusted);
}

/** Checks that only these users can change what is in a folder, or in those above it up to `top`. @throws NoticeError PATH_UNTRUSTED */
export function assertFolder(folder: string, trusted: Set<number>, top: string): void {
  assertRoots(folder, trusted);
  for (const above of foldersAbove(realpathSync(folder), realpathSync(top))) {
    // In a sticky folder such as /tmp, users cannot replace each other's files.
    const isSticky = ((look(above)?.mode ?? 0) & 0o1000) !== 0;
    if (!isSticky) assertRoots(above, trusted);
  }
}

/** Checks that only root can change the home of root's programs. @throws NoticeError HOME_…, PATH_UNTRUSTED */
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

/** A missing path is accepted: only root can create it. */
function assertRoots(path: string, trusted: Set<number>): void {
  const found = look(path);
  if (!found) return;
  const refuse = (fault: string, remedy: string): never => {
    throw new NoticeError("PATH_UNTRUSTED", { path, fault, remedy });
  };
  if (found.isSymbolicLink()) refuse("is a link", "put what it leads to in its place");
  if (!trusted.has(found.uid)) refuse(`belongs to user ${found.uid}`, `run \`chown root ${path}\``);
  // Files of other users often belong to the user's own group, which may write to them.
  const isGroups = (found.mode & 0o020) !== 0 && found.uid === 0 && found.gid !== 0;
  if (isGroups || (found.mode & 0o002) !== 0)
    refuse("can be written to by other users", `run \`chmod go-w ${path}\``);
}

/** The status of a path; undefined if it does not exist, or if a network file system hides it from root. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
