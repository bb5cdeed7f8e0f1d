import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { serveWith } from "../../support/service/service-here.ts";

it("Wrangler accepts the exported module, below Cloudflare's limit of size", async () => {
  const { env } = await serveWith("--expected-return", "+2h");
  const folder = temporaryFolder();
  const routes = ["shop.example/*", "*.shop.example/*"].flatMap((route) => ["--route", route]);
  const args = ["export", "--worker", join(folder, "worker.js"), ...routes];
  expect(await noticeProcess(env, args)).toMatchObject({ code: 0, stderr: "" });
  const { node, wrangler } = inject("edgePrograms");
  const own = { ...process.env, HOME: folder, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const deploy = [wrangler, "deploy", "--dry-run"];
  const { stdout } = await promisify(execFile)(node, deploy, { cwd: folder, env: own });
  const [, raw, compressed] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout) ?? [];
  expect(Number(raw)).toBeLessThan(3500);
  expect(Number(compressed)).toBeLessThan(500);
});
