import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

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
