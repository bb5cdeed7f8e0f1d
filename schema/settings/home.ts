import { existsSync, lstatSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NoticeError } from "../errors/notice-error.ts";
import type { Environment } from "./settings-schema.ts";

/** Where an installation has its settings and files. Every path is absolute. */
export interface Home {
  /** Relative paths in the settings start here. */
  folder: string;
  /** The file with settings, which may not exist. */
  envFile: string;
}

const homeVariable = "BACKSOON_HOME";

/** The home of a machine's service, also for commands on that machine. */
export const machineHome: Home = { folder: "/var/lib/backsoon", envFile: "/etc/backsoon/.env" };

/**
 * The home of a clone is its own folder. For an installed package it is the folder in BACKSOON_HOME, else the machine's
 * if any of it exists, else a folder of the user. It is never the working directory: anybody may have put a `.env`
 * there, which could name a file for root to read.
 * @throws NoticeError HOME_RELATIVE, HOME_UNKNOWN
 */
export function findHome(
  { folder, isInstalled }: Pick<Program, "folder" | "isInstalled">,
  env: Environment,
  machine = machineHome,
): Home {
  if (!isInstalled) return inFolder(folder);
  const named = env[homeVariable];
  if (named) {
    if (isAbsolute(named)) return inFolder(named);
    throw new NoticeError("HOME_RELATIVE", { setting: homeVariable, value: named });
  }
  if ([machine.envFile, machine.folder].some(isThere)) return machine;
  return inFolder(join(ownFolder(env), ".local", "share", "backsoon"));
}

function inFolder(folder: string): Home {
  return { folder, envFile: join(folder, ".env") };
}

/** Whether a path exists. A path that this user may not see counts as existing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** For root, the system's answer: after `sudo -E`, HOME belongs to another user. */
function ownFolder({ HOME }: Environment): string {
  const user = systemUser();
  const folder = user?.uid === 0 || !HOME ? user?.homedir : HOME;
  if (folder !== undefined && isAbsolute(folder)) return folder;
  throw new NoticeError("HOME_UNKNOWN", { setting: homeVariable });
}

/** The user of this process, as the system knows it; undefined for a user ID without a name, as in containers. */
function systemUser(): { uid: number; homedir: string } | undefined {
  try {
    return userInfo();
  } catch {
    return undefined;
  }
}

/** The program's own files, which it never writes to. */
export interface Program {
  /** The folder with package.json, dist/ and data/notice.json; absolute. */
  folder: string;
  version: string;
  /** Whether it was installed from the package, as its package.json says. Otherwise it is a clone. */
  isInstalled: boolean;
}

export function readProgram(): Program {
  const folder = findRoot(dirname(fileURLToPath(import.meta.url)));
  const { version, isInstalled = false } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, version, isInstalled };
}

/** The nearest enclosing folder that holds package.json: the same for the sources and the build. */
function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}

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
