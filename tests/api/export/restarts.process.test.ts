import { spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Log } from "../../../api/observe/log.ts";
import { startExporting } from "../../../api/runtime/export-process.ts";
import type { NoticeCache } from "../../../data/cache/notice-cache.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { forPage } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { revisionOf } from "./revisions.ts";

const installation = {
  path: "/export",
  isModule: false,
  webBuild: "dist/web",
  edgeBuild: "dist/edge/worker.js",
  pollSeconds: 10,
  returnSpreadSeconds: 5,
  retryAfter: 120,
  corsOrigins: [],
  frameOrigins: [],
  paymentsKey: undefined,
};
const exported = { exported: { revision: 1, phase: "unknown", files: 1, bytes: 1 }, ms: 1 };
const failed = { fault: "The disk is full." };

/** Has a process export that says this, and dies, each time; gives after how many seconds another one takes over. */
function waitsAfter(said: object): number[] {
  const waits: number[] = [];
  const logger = {
    info: () => {},
    error: (_parts: object, message: string) => {
      const [, seconds] = /another takes over in ([\d.]+) s$/.exec(message) ?? [];
      if (seconds) waits.push(Number(seconds));
    },
  } as unknown as Log["logger"];
  const line = JSON.stringify(`${JSON.stringify(said)}\n`);
  const script = `process.stdin.once("data", () => process.stdout.write(${line}, () => process.exit(1)))`;
  const exporting = startExporting({
    program: [process.execPath, "-e", script],
    env: process.env,
    installation,
    cache: { current: () => revisionOf(1) } as Pick<NoticeCache, "current">,
    logger,
  });
  onTestFinished(() => exporting.stop());
  return waits;
}

describe("a process that exports and dies", () => {
  it("is replaced soon after each whole export, however often", async () => {
    const waits = waitsAfter(exported);
    await expect.poll(() => waits.length, patient).toBeGreaterThan(1);
    expect(waits.slice(0, 2)).toEqual([0.5, 0.5]);
  });

  it("is replaced later and later while it exports nothing", async () => {
    const waits = waitsAfter(failed);
    await expect.poll(() => waits.length, patient).toBeGreaterThan(1);
    expect(waits.slice(0, 2)).toEqual([0.5, 1]);
  });
});

it("a process that exports for a service of a lower priority keeps that, as it may not raise it", async () => {
  const program = [process.execPath, "dist/node/api/server.js", "--export"];
  const child = spawn("nice", ["-n", "19", ...program], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  // It exports nothing, as the folder is missing.
  const path = join(temporaryFolder(), "missing/worker.js");
  for (const line of [{ ...installation, path, isModule: true }, revisionOf(1)])
    child.stdin.write(`${JSON.stringify(line)}\n`);
  await once(child.stdout, "readable");
  expect(getPriority(child.pid)).toBe(19);
});

it("a process that exports tells visitors none of the service's settings but the page's own", async () => {
  const child = spawn(process.execPath, ["dist/node/api/server.js", "--export"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const path = join(temporaryFolder(), "worker.mjs");
  for (const line of [{ ...installation, path, isModule: true }, revisionOf(1)])
    child.stdin.write(`${JSON.stringify(line)}\n`);
  child.stdin.end();
  await once(child, "close");
  const { default: edge } = await import(path);
  const page = await (await edge.fetch(new Request("https://shop.example/", { headers: forPage }))).text();
  const [, data = ""] = /id="page-data">(.*)<\/script>/.exec(page) ?? [];
  const { view, ...told } = JSON.parse(data);
  expect(told).toEqual({ pollSeconds: 60, returnSpreadSeconds: 5 });
});
