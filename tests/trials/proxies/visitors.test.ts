import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { healthyApp } from "../../support/network/front.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { visit, visits } from "../../support/network/visitors.ts";
import { patient } from "../../support/patient.ts";
import { startService } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";

const open = launchBrowser(still);

function startApp(port: number): Server {
  const app = createServer((request, response) => healthyApp(request, response)).listen(port, "127.0.0.1");
  onTestFinished(() => stopApp(app));
  return app;
}

function stopApp(app: Server): void {
  app.closeAllConnections();
  app.close();
}

describe.each(recipes)("behind %s by the recipe %s", (...recipe) => {
  it("a visitor sees the app, the notice, its new text, and the app again, at one URL and untouched", async () => {
    const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "1" });
    const port = await freePort();
    const app = startApp(port);
    const url = await startByRecipe(recipe, { app: port, services: [service.url] });

    const status = async () => (await fetch(url)).status;
    await expect.poll(status, patient).toBe(200);
    const before = await fetch(`${url}/cart?id=1`);
    expect([before.status, before.headers.get("maintenance-notice")]).toEqual([200, null]);
    stopApp(app);
    await expect.poll(status, patient).toBe(503);

    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const answer = await fetch(`${url}/api/orders`, { method, headers: { Accept: "application/json" } });
      expect([method, answer.status, answer.headers.get("content-type")]).toEqual([
        method,
        503,
        "application/problem+json",
      ]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(120);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("maintenance-notice")).toBe("1");
    }

    for (const each of visits) expect([each, await visit(url, each)]).toEqual([each, "notice"]);
    const Origin = "https://shop.example";
    const preflight = { Origin, "Access-Control-Request-Method": "PUT" };
    const allowed = await fetch(url, { method: "OPTIONS", headers: preflight });
    expect([allowed.status, allowed.headers.get("access-control-allow-methods")]).toEqual([204, "PUT"]);

    const { page, unexpected } = await open(`${url}/cart?id=1#total`);
    expect(await page.title()).toBe("Under Maintenance");
    await notice(service.env, ["set", "--title", "Nearly done", "--message", "Ten more minutes."]);
    await expect.poll(() => page.title(), patient).toBe("Nearly done");
    expect(await page.locator(".message").innerText()).toBe("Ten more minutes.");
    expect(unexpected()).toEqual([]);

    startApp(port);
    await expect.poll(() => page.title(), patient).toBe("The app");
    expect(page.url()).toBe(`${url}/cart?id=1#total`);
  });

  it("the notice is back with the first request after we have been away", async () => {
    const settings = { DATABASE: join(temporaryFolder(), "notice.db"), PORT: String(await freePort()) };
    const service = await startService(settings);
    const url = await startByRecipe(recipe, { services: [service.url] });
    const get = () => visit(url, { method: "GET", bytes: 0, way: "with its length" });
    expect(await get()).toBe("notice");
    await service.ended("SIGKILL");
    const away = Promise.all([get(), get(), get()]);
    // Caddy waits for us.
    if (recipe[0] !== "caddy") for (const outcome of await away) expect(outcome).not.toBe("notice");
    await startService(settings);
    expect(await get()).toBe("notice");
    await away;
  });
});

describe("Caddy by its recipe", () => {
  it("has HTTPS by itself with a host name in the place of the port, as the recipe says", () => {
    const recipe = readFileSync("docs/deploy/Caddyfile", "utf8").replace("\n:8000 {", "\nshop.example {");
    const file = join(temporaryFolder(), "Caddyfile");
    writeFileSync(file, recipe);
    const args = ["adapt", "--adapter", "caddyfile", "--config", file];
    const adapted = execFileSync(inject("proxies").caddy, args, { stdio: "pipe" });
    const [site, ...others] = Object.values<object>(JSON.parse(String(adapted)).apps.http.servers);
    expect([site, others]).toEqual([expect.objectContaining({ listen: [":443"] }), []]);
    expect(site).not.toHaveProperty("automatic_https");
  });
});
