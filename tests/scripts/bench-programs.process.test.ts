import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

it("the benchmarks start programs that are there", async () => {
  // The places are those of the compiled files.
  const built = pathToFileURL(resolve("dist/node/scripts/bench/against/servers.js")).href;
  const { server, emptyFastify, bareServer, notice } = await import(built);
  for (const file of [server, emptyFastify, bareServer, notice])
    expect([file, existsSync(file)]).toEqual([file, true]);
  expect(notice).toBe(resolve("scripts/bin.mjs"));
});

/** Runs the benchmarks in a folder of their own. */
function bench(args: string[], env: NodeJS.ProcessEnv = process.env) {
  const cwd = temporaryFolder();
  const command = [resolve("dist/node/scripts/bench/run.js"), "--rounds", "1", ...args];
  return { cwd, ...spawnSync(process.execPath, command, { cwd, env, encoding: "utf8" }) };
}

it.each([
  [["set", "nothing"], "There is no nothing among requests, start, set, change, memory, page, exported."],
  [["--rounds", "0", "set"], "--rounds takes a number, as in --rounds 30."],
  [["--rounds", "many"], "--rounds takes a number, as in --rounds 30."],
  [["--round", "30"], "Unknown option '--round'"],
])("the benchmarks refuse %j", (args, sentence) => {
  const { status, stdout, stderr } = bench(args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
});

it("the benchmarks measure what they are asked for, and keep what each round gave", () => {
  const { cwd, status, stdout, stderr } = bench(["set"]);
  expect([stderr, status]).toEqual(["Measuring set …\n", 0]);
  expect(stdout).toMatch(/^\| `notice set`, whole process \| `node -e 0` \| \d/m);
  const { rows } = JSON.parse(readFileSync(join(cwd, "var/benchmarks.json"), "utf8"));
  const time = expect.any(Number);
  expect(rows).toMatchObject([{ rounds: [{ ours: { time }, theirs: { time } }] }]);
});

it("the benchmarks end with exit code 1 where something could not be measured", () => {
  const { status, stdout } = bench(["memory"], { ...process.env, PATH: "" });
  expect(stdout).toContain("\n- memory could not be measured: wrk is not installed.\n");
  expect(status).toBe(1);
});
