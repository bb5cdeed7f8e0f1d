import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of the names that is a program here. System folders count, too: users do not have them in their path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** Installs Debian packages where that is possible, without starting what they bring; says nothing where it is not. */
export function installPackages(...names: string[]): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const commands = [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...names],
  ];
  for (const args of commands) run("apt-get", args, env);
}

/** Runs a command that may fail: whether it did what it should is seen afterwards. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000, env });
  } catch {
    // The caller looks for what it needs, and says what is missing.
  }
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
