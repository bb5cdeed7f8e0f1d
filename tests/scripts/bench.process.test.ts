import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

it("npm run bench measures the named benchmark and refuses an unknown name", () => {
  const cwd = temporaryFolder();
  const bench = (...args: string[]) => {
    const command = [resolve("dist/node/scripts/bench/run.js"), "--rounds", "1", ...args];
    return spawnSync(process.execPath, command, { cwd, encoding: "utf8" });
  };
  expect(bench("set", "nothing")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no nothing among requests, start, set, "),
  });
  const { status, stdout, stderr } = bench("set");
  expect([stderr, status]).toEqual(["Measuring set …\n", 0]);
  expect(stdout).toMatch(/^\| `notice set`, whole process \| `node -e 0` \| \d/m);
  const { rows } = JSON.parse(readFileSync(join(cwd, "var/benchmarks.json"), "utf8"));
  const time = expect.any(Number);
  expect(rows).toMatchObject([{ rounds: [{ ours: { time }, theirs: { time } }] }]);
});
