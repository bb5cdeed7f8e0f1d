import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../../scripts/bench/harness.ts";

/** Debian's folder of German translations. */
export const translations = "/usr/share/locale/de";

/** Finds programs by name, or installs their Debian packages. @throws Error that names the missing packages */
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

/** Installs Debian packages if root can, without starting their services. */
export function installPackages(...names: string[]): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  // Small images leave translations out.
  const options = [
    "-y",
    "-qq",
    "--no-install-recommends",
    "-o",
    `Dpkg::Options::=--path-include=${translations}/*`,
  ];
  run("apt-get", ["update", "-qq"], env);
  run("apt-get", ["install", ...options, ...names], env);
}

/** Has npm install packages into a folder of `var/programs` unless a file is there; gives the file. */
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

/** Has Go build a program of a module in minutes, and keeps it in `var/programs`. `change` runs in a copy of the source. */
export async function compile(
  who: string,
  name: string,
  module: string,
  path: string,
  change = "",
  flags = "",
): Promise<string> {
  const compiled = resolve("var/programs", name);
  if (existsSync(compiled)) return compiled;
  const script = `
    source=$(go mod download -json ${module} | sed -n 's/.*"Dir": "\\(.*\\)",/\\1/p')
    mkdir -p "$0.source"
    cp -R --no-preserve=mode "$source"/. "$0.source"
    cd "$0.source"
    ${change}
    go build -mod=mod -trimpath -ldflags='-s -w ${flags}' -o "$0.new" ${path}
    rm -rf "$0.source"
    mv "$0.new" "$0"`;
  try {
    await promisify(execFile)("sh", ["-ec", script, compiled], { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    throw new Error(`${who} needs ${module}: install Go, and let it reach its module proxy.`, { cause });
  }
  return compiled;
}

/** Runs a command that may fail. The caller looks for the result. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000, env });
  } catch {}
}
