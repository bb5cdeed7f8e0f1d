import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { notice } from "../../support/command/command.ts";
import { asking } from "../../support/network/http.ts";
import { listenHere } from "../../support/network/servers.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { startApp } from "../proxies/support/app.ts";
import { staffSecrets } from "../proxies/support/configuration.ts";
import { startEdge } from "./support/edges.ts";
import { exportModule } from "./support/module.ts";

const open = launchBrowser(still);
const settings = { POLL_SECONDS: "60" };

it("the module forwards to a running Backsoon without secrets, and replies itself if Backsoon hangs or fails", async () => {
  const service = await serveHere(settings);
  const module = await exportModule(service.env);
  expect(await notice(service.env, ["set", "--title", "Newer"])).toMatchObject({ code: 0 });
  const got: IncomingMessage[] = [];
  let backsoon: "up" | "hangs" | "resets" | "is another" = "up";
  // workerd sends every fetch of the module here.
  const beyond = createServer((asked, response) => {
    if (asked.headers.host !== "backsoon.example") return void asked.socket.destroy();
    got.push(asked);
    if (backsoon === "resets") return void asked.socket.destroy();
    if (backsoon === "is another") return void response.end("welcome");
    if (backsoon === "hangs") return;
    const { method, url: path, headers } = asked;
    const passed = request(service.url, { method, path, headers }, (reply) =>
      reply.pipe(response.writeHead(reply.statusCode ?? 0, reply.rawHeaders)),
    );
    asked.pipe(passed);
  });
  const { host } = new URL(await listenHere({ server: beyond, protocol: "http" }));
  const edge = { app: host, settings: { BACKSOON_URL: "http://backsoon.example" } };
  const ask = asking(await startEdge("workerd", module, edge));
  const headers = {
    ...{ accept: "application/json", "accept-language": "de", origin: "https://a.example" },
    ...{ cookie: "a=b", authorization: "Basic YTpi", "x-forwarded-for": "192.0.2.1" },
  };
  const post = () => ask({ method: "POST", url: "/cart?id=1", headers, payload: "secret" });
  expect((await post()).json()).toMatchObject({ title: "Newer", status: 503 });
  const [{ method, url, headers: sent } = {} as IncomingMessage] = got;
  expect([method, url, sent?.accept, sent?.["accept-language"], sent?.origin]).toEqual([
    "POST",
    "/cart?id=1",
    "application/json",
    "de",
    "https://a.example",
  ]);
  for (const name of ["cookie", "authorization", "x-forwarded-for"]) expect(sent).not.toHaveProperty(name);
  expect(Number(sent?.["content-length"] ?? 0)).toBe(0);
  expect((await ask({ url: "/api/notice" })).json()).toMatchObject({ title: "Newer" });
  const preflight = { origin: "https://a.example", "access-control-request-method": "PUT" };
  expect((await ask({ method: "OPTIONS", headers: preflight })).statusCode).toBe(204);

  for (const state of ["hangs", "resets", "is another"] as const) {
    backsoon = state;
    const { statusCode, body } = await post();
    expect([state, statusCode, JSON.parse(body).title]).toEqual([state, 503, "Wartungsarbeiten"]);
  }
});

it("an open page from the module returns to the app by itself", async () => {
  const service = await serveHere();
  const app = await startApp(await freePort());
  const url = await startEdge("workerd", await exportModule(service.env), { app: `127.0.0.1:${app.port}` });
  await app.kill();
  const { page } = await open(`${url}/shop?id=1`, { locale: "de" });
  await expect.poll(() => page.locator("h1").textContent(), patient).toBe("Wartungsarbeiten");
  await app.start();
  await wake(page);
  await expect.poll(() => page.title(), patient).toBe("The app");
  expect(page.url()).toBe(`${url}/shop?id=1`);
});

it("`notice check --from` passes for a current module, and reports a module that was not deployed again", async () => {
  const service = await serveHere();
  const { file } = await staffSecrets();
  const app = await startApp(await freePort());
  const edge = {
    app: `127.0.0.1:${app.port}`,
    settings: { BACKSOON_SWITCH: "on", BACKSOON_STAFF: readFileSync(file, "utf8") },
  };
  const url = await startEdge("workerd", await exportModule(service.env), edge);
  const check = async () => {
    const env = { ...service.env, PORT: new URL(service.url).port };
    const { stdout } = await notice(env, [
      "check",
      "--from",
      `${url}/cart?id=1`,
      "--staff-file",
      file,
      "--json",
    ]);
    const lines: { state: string; subject: string; detail: string; cause?: string }[] = JSON.parse(stdout);
    return lines.filter(({ state }) => state !== "ok");
  };
  expect(await check()).toEqual([]);
  expect(await notice(service.env, ["set", "--title", "Newer"])).toMatchObject({ code: 0 });
  expect(await check()).toEqual([
    expect.objectContaining({ subject: "store", cause: expect.stringContaining("Worker") }),
  ]);
});
