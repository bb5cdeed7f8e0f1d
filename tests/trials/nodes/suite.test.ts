import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { copyCheckout } from "../../support/trials/checkout.ts";
import { type OtherNode, otherNode } from "./other-node.ts";

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
    expect(heads.length).toBeGreaterThan(20);
    expect(report.numPassedTests).toBeGreaterThan(3000);
  });
});
