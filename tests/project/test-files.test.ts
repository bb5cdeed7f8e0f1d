import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
import cluster from "node:cluster";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mayStartProcesses } from "../support/structure/starting-processes.ts";

describe("a file of tests that is not called so starts no process:", () => {
  it.each<[name: string, start: () => unknown]>([
    ["spawn", () => spawn("true")],
    ["exec", () => exec("true")],
    ["execFile", () => execFile("true")],
    ["fork", () => fork("true")],
    ["spawnSync", () => spawnSync("true")],
    ["execSync", () => execSync("true")],
    ["execFileSync", () => execFileSync("true")],
    ["the cluster's fork", () => cluster.fork()],
  ])("%s throws", (_name, start) => {
    expect(start).toThrow("its name must end in .process.test.ts");
  });
});

it.each([
  ["tests/browser/editor/publish.test.ts", true],
  ["tests/trials/fleet/tls.test.ts", true],
  ["tests/api/server.process.test.ts", true],
  ["tests/api/process.test.ts", false],
  ["tests/api/editor/browser.test.ts", false],
])("%s may start processes: %s", (file, may) => {
  expect(mayStartProcesses(file)).toBe(may);
});

const trials = [...readFileSync("vitest.config.ts", "utf8").matchAll(/\btrial\("(\w+)"/g)].map(
  ([, name]) => name,
);

it("every folder of trials is a project of its own", () => {
  expect(trials.sort()).toEqual(readdirSync("tests/trials").sort());
});
