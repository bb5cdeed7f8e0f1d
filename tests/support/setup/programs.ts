import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { findProgram } from "../../../scripts/bench/harness.ts";

/** Where Debian keeps what programs say in German. */
export const translations = "/usr/share/locale/de";

/**
 * Finds programs by their names, and installs their Debian packages where there are none.
 * @throws Error that names the packages which could not be installed, and what needs them
 */
export function requirePrograms<Name extends string>(
  who: string,
  packages: Record<Name, string>,
): Record<Name, string> {
  const names = Object.keys(packages) as Name[];
  const missing = () => names.filter((name) => !findProgram(name)).map((name) => packages[name]);
  if (missing().length > 0) installPackages(...missing());
  const left = missing();
  if (left.length > 0) {
    throw new Error(`${who} need ${left.join(", ")}, which apt-get could not install: install them.`);
  }
  return Object.fromEntries(names.map((name) => [name, findProgram(name)])) as Record<Name, string>;
}

/** Installs Debian packages where that is possible, without starting what they bring; says nothing where it is not. */
export function installPackages(...names: string[]): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const commands = [
    ["update", "-qq"],
    // Small images leave translations out.
    [
      "install",
      "-y",
      "-qq",
      "--no-install-recommends",
      "-o",
      `Dpkg::Options::=--path-include=${translations}/*`,
      ...names,
    ],
  ];
  for (const args of commands) run("apt-get", args, env);
}

/** Has npm put packages into a folder below `var/programs` unless a file is there; gives the file. @throws Error that says what needs them */
export function requirePackages(who: string, name: string, wanted: string[], file: string): string {
  const folder = resolve("var/programs", name);
  const found = join(folder, "node_modules", file);
  const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  mkdirSync(folder, { recursive: true });
  if (!existsSync(found)) run("npm", ["install", "--prefix", folder, ...quiet, ...wanted]);
  if (existsSync(found)) return found;
  throw new Error(
    `${who} need ${wanted.join(", ")}, which npm could not install: let npm reach its registry.`,
  );
}

/** Runs a command that may fail: whether it did what it should is seen afterwards. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000, env });
  } catch {
    // The caller looks for what it needs, and says what is missing.
  }
}
