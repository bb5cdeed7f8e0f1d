import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
import cluster from "node:cluster";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readModules } from "../support/structure/imports.ts";
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

const trials = [...readFileSync("vitest.config.ts", "utf8").matchAll(/\btrial\("(\w+)", \[(.*?)\]/g)].map(
  ([, name = "", setups = ""]) => ({ name, setups: [...setups.matchAll(/\w+/g)].map(([setup]) => setup) }),
);

it("every folder of trials is a project of its own", () => {
  expect(trials.map(({ name }) => name).sort()).toEqual(readdirSync("tests/trials").sort());
});

describe("what the files of a trial ask for is found before it begins:", () => {
  const modules = readModules(["tests", "scripts"]);
  const named = (pattern: RegExp, file: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
  const providedBy = (setup: string): string[] =>
    named(/\bprovide\("(\w+)"/g, `tests/support/setup/${setup}.ts`);
  const setups = readdirSync("tests/support/setup").map((file) => file.replace(/\.ts$/, ""));

  /** What setups provide and the files below a folder ask for, or a file that they import. */
  function asked(folder: string): string[] {
    const reached = new Set([...modules.keys()].filter((file) => file.startsWith(folder)));
    for (const file of reached) {
      for (const { target, kind } of modules.get(file)?.imports ?? [])
        if (kind !== "type" && modules.has(target)) reached.add(target);
    }
    const provided = new Set(setups.flatMap(providedBy));
    const names = [...reached].flatMap((file) => named(/\binject\("(\w+)"/g, file));
    return [...new Set(names)].filter((name) => provided.has(name)).sort();
  }

  it.each(trials)("$name", ({ name, setups }) => {
    expect(setups.flatMap(providedBy)).toEqual(expect.arrayContaining(asked(`tests/trials/${name}/`)));
  });

  it("sees what is asked for by a file that is imported", () => {
    expect(asked("tests/trials/faults/")).toContain("chromium");
  });
});
