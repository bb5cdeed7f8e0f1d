import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { openPage } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { forwardTo } from "../../support/network/front.ts";
import { asking } from "../../support/network/http.ts";
import { listenHere } from "../../support/network/servers.ts";
import { patient } from "../../support/patient.ts";
import { serveHere, serveWith } from "../../support/service/service-here.ts";
import { startApp } from "../proxies/support/app.ts";
import { staffSecrets } from "../proxies/support/configuration.ts";
import { exportModule, startEdge } from "./support/edges.ts";

it("The module forwards to a running Backsoon without secrets, and replies itself if Backsoon hangs or fails", async () => {
  const service = await serveHere({ POLL_SECONDS: "60" });
  const module = await exportModule(service.env);
  expect(await notice(service.env, ["set", "--title", "Newer"])).toMatchObject({ code: 0 });
  const got: IncomingMessage[] = [];
  let backsoon: "up" | "hangs" | "resets" | "is another" = "up";
  // workerd sends every fetch of the module here.
  const beyond = await listenHere((asked, response) => {
    if (asked.headers.host !== "backsoon.example") return void asked.socket.destroy();
    got.push(asked);
    if (backsoon === "resets") return void asked.socket.destroy();
    if (backsoon === "is another") return void response.end("welcome");
    if (backsoon === "up") forwardTo(service.url)(asked, response);
  });
  const edge = { app: new URL(beyond).host, settings: { BACKSOON_URL: "http://backsoon.example" } };
  const ask = asking(await startEdge("workerd", module, edge));
  const passed = { accept: "application/json", "accept-language": "de", origin: "https://a.example" };
  const secrets = { cookie: "a=b", authorization: "Basic YTpi", "x-forwarded-for": "192.0.2.1" };
  const headers = { ...passed, ...secrets };
  const post = () => ask({ method: "POST", url: "/cart?id=1", headers, payload: "secret" });
  expect((await post()).json()).toMatchObject({ title: "Newer", status: 503 });
  expect(got[0]).toMatchObject({ method: "POST", url: "/cart?id=1", headers: passed });
  for (const name of Object.keys(secrets)) expect(got[0]?.headers).not.toHaveProperty(name);
  expect(Number(got[0]?.headers["content-length"] ?? 0)).toBe(0);
  expect((await ask({ url: "/api/notice" })).json()).toMatchObject({ title: "Newer" });
  const preflight = { origin: "https://a.example", "access-control-request-method": "PUT" };
  expect((await ask({ method: "OPTIONS", headers: preflight })).statusCode).toBe(204);

  for (const state of ["hangs", "resets", "is another"] as const) {
    backsoon = state;
    const { statusCode, body } = await post();
    expect([state, statusCode, JSON.parse(body).title]).toEqual([state, 503, "Wartungsarbeiten"]);
  }
});

it("An open page from the module returns to the app by itself", async () => {
  const service = await serveHere();
  const app = await startApp();
  const url = await startEdge("workerd", await exportModule(service.env), { app: app.address });
  await app.kill();
  const { page } = await openPage(`${url}/shop?id=1`, { locale: "de" });
  await expect.poll(() => page.locator("h1").textContent(), patient).toBe("Wartungsarbeiten");
  await app.start();
  await wake(page);
  await expect.poll(() => page.title(), patient).toBe("The app");
  expect(page.url()).toBe(`${url}/shop?id=1`);
});

it("`notice check --from` passes for a current module, and reports a module that was not deployed again", async () => {
  const service = await serveHere();
  const { file } = await staffSecrets();
  const { address } = await startApp();
  const settings = { BACKSOON_SWITCH: "on", BACKSOON_STAFF: readFileSync(file, "utf8") };
  const url = await startEdge("workerd", await exportModule(service.env), { app: address, settings });
  const check = async () => {
    const args = ["check", "--from", `${url}/cart?id=1`, "--staff-file", file, "--json"];
    const { stdout } = await notice({ ...service.env, PORT: new URL(service.url).port }, args);
    return JSON.parse(stdout).filter(({ state }: { state: string }) => state !== "ok");
  };
  expect(await check()).toEqual([]);
  expect(await notice(service.env, ["set", "--title", "Newer"])).toMatchObject({ code: 0 });
  expect(await check()).toEqual([
    expect.objectContaining({ subject: "store", cause: expect.stringContaining("Worker") }),
  ]);
});

it("Wrangler accepts the exported module, below Cloudflare's limit of size", async () => {
  const { env } = await serveWith("--expected-return", "+2h");
  const folder = temporaryFolder();
  const routes = ["shop.example/*", "*.shop.example/*"].flatMap((route) => ["--route", route]);
  const args = ["export", "--worker", join(folder, "worker.js"), ...routes];
  expect(await notice(env, args)).toMatchObject({ code: 0, stderr: "" });
  const { node, wrangler } = inject("programs");
  const own = { ...process.env, HOME: folder, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const deploy = [wrangler, "deploy", "--dry-run"];
  const { stdout } = await promisify(execFile)(node, deploy, { cwd: folder, env: own });
  const [, raw, compressed] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout) ?? [];
  expect(Number(raw)).toBeLessThan(3500);
  expect(Number(compressed)).toBeLessThan(500);
});
