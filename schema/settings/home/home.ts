import { lstatSync } from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { NoticeError } from "../../errors/notice-error.ts";
import type { Environment } from "../setting-names.ts";
import type { Program } from "./program.ts";

/** Where an installation has its settings and files. Every path is absolute. */
export interface Home {
  /** Relative paths in the settings start here. */
  folder: string;
  /** The file with settings, which may not exist. */
  envFile: string;
}

/** The variable that names the home of a program that was installed from the package. */
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
