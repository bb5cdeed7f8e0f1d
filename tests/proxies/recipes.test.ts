import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { launchBrowser } from "../support/browser/browser.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp } from "../support/network/front.ts";
import { startProxy } from "../support/network/proxy.ts";
import { patient, startService } from "../support/service/service.ts";
import type { ProxyName } from "../support/setup/proxies.ts";

const open = launchBrowser();

const recipes: [ProxyName, string][] = [
  ["nginx", "nginx.conf"],
  ["haproxy", "haproxy.cfg"],
  ["caddy", "Caddyfile"],
];

function startApp(port: number): Server {
  const app = createServer((request, response) => healthyApp(request, response)).listen(port, "127.0.0.1");
  onTestFinished(() => stopApp(app));
  return app;
}

function stopApp(app: Server): void {
  app.closeAllConnections();
  app.close();
}

describe.each(recipes)("behind %s by the recipe %s", (proxy, recipe) => {
  it("a visitor sees the app, the notice, its new text, and the app again, at one URL and untouched", async () => {
    const service = await startService({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "1" });
    const ports = {
      "3000": await freePort(),
      "8080": Number(new URL(service.url).port),
      "8000": await freePort(),
    };
    const app = startApp(ports["3000"]);
    const url = await startProxy(proxy, readFileSync(join("docs/deploy", recipe), "utf8"), ports);

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

    const { page, unexpected } = await open(`${url}/cart?id=1#total`);
    expect(await page.title()).toBe("Under Maintenance");
    await notice(service.env, ["set", "--title", "Nearly done", "--message", "Ten more minutes."]);
    await expect.poll(() => page.title(), patient).toBe("Nearly done");
    expect(await page.locator(".message").innerText()).toBe("Ten more minutes.");
    expect(unexpected()).toEqual([]);

    startApp(ports["3000"]);
    await expect.poll(() => page.title(), patient).toBe("The app");
    expect(page.url()).toBe(`${url}/cart?id=1#total`);
  });
});
