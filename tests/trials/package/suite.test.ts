import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { environmentOf, install } from "../../support/trials/package.ts";

/** Of what starts processes, the files that start nothing of an installation: only clones, or only Node. */
const others = [
  "tests/api/editor/browser.process.test.ts",
  "tests/api/editor/preview/frames.process.test.ts",
  "tests/scripts/bench.process.test.ts",
  "tests/scripts/home.process.test.ts",
  "tests/scripts/hostile-backup.process.test.ts",
  "tests/scripts/refusals/cannot-be-done.process.test.ts",
];
/** The tests that start the service and the commands, and look at nothing but what comes of it. */
const files = ["tests/api", "tests/scripts", "tests/faults/process", "tests/trials/faults/process"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(folder.includes("/faults/") ? ".test.ts" : ".process.test.ts"))
      .map((name) => join(folder, name)),
  )
  .filter((file) => !others.includes(file));

it("the installed commands do what the tests ask of those of the build", { timeout: 900_000 }, () => {
  const installed = install(inject("packageFile"), "npm-11", "24", "root");
  const report = join(temporaryFolder(), "report.json");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=suite", "--project=faults"];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...vitest, "--reporter=json", `--outputFile=${report}`, ...files],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        INSTALLED_COMMANDS: installed.bin,
        INSTALLED_NODE: installed.node,
        BACKSOON_HOME: environmentOf(installed).HOME,
      },
    },
  );
  let results: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  try {
    ({ testResults: results } = JSON.parse(readFileSync(report, "utf8")));
  } catch {
    throw new Error(`${stdout}${stderr}`);
  }
  const all = results.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  process.stdout.write(`${all.length - failed.length} of ${all.length} passed with the installed commands\n`);
  expect(failed).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});
