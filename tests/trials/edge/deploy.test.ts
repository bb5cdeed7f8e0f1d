import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patientWithExports } from "../../support/patient.ts";
import { startService, timesTold } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";

it("a service with EXPORT_WORKER keeps the module fresh, and leaves it alone when nothing has changed", async () => {
  const EXPORT_WORKER = join(temporaryFolder(), "worker.js");
  const service = await startService({ EXPORT_WORKER });
  const shown = () => /"title":"([^"]*)"/.exec(readFileSync(EXPORT_WORKER, "utf8"))?.[1];
  await expect.poll(() => existsSync(EXPORT_WORKER) && shown(), patientWithExports).toBe("Under Maintenance");
  await noticeProcess(service.env, ["set", "--title", "Back at nine"]);
  await expect.poll(shown, patientWithExports).toBe("Back at nine");
  const before = statSync(EXPORT_WORKER).mtimeMs;
  const again = await startService({ EXPORT_WORKER, DATABASE: service.database });
  await expect.poll(() => timesTold(again, "The notice was exported"), patientWithExports).toBe(1);
  expect(statSync(EXPORT_WORKER).mtimeMs).toBe(before);
  rmSync(EXPORT_WORKER);
  await expect.poll(() => existsSync(EXPORT_WORKER), patientWithExports).toBe(true);
});

it("Wrangler accepts what was written, and finds it small enough", async () => {
  const { env } = await serveHere();
  await noticeProcess(env, ["set", "--expected-return", "+2h"]);
  const folder = temporaryFolder();
  const args = [
    "export",
    "--worker",
    join(folder, "worker.js"),
    "--route",
    "shop.example/*",
    "--route",
    "*.shop.example/*",
  ];
  expect(await noticeProcess(env, args)).toMatchObject({ code: 0, stderr: "" });
  const { node, wrangler } = inject("edgePrograms");
  const own = { ...process.env, HOME: folder, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const { stdout } = await promisify(execFile)(node, [wrangler, "deploy", "--dry-run"], {
    cwd: folder,
    env: own,
  });
  const [, raw, compressed] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout) ?? [];
  expect(Number(raw)).toBeLessThan(3500);
  expect(Number(compressed)).toBeLessThan(500);
});
