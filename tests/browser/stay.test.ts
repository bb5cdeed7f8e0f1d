import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { hurry, pass, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };

/** The URLs that the page is loaded from, from now on. */
function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  return loads;
}

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

const count = (log: string[], entry: string) => log.filter((other) => other === entry).length;

describe("a visitor stays with the notice", () => {
  it.each([
    ["404 everywhere", status(404)],
    ["403", status(403)],
    ["500", status(500)],
    ["502", status(502)],
    ["503 of somebody else", status(503)],
    ["504", status(504)],
    [
      "405 for HEAD and 500 for GET",
      (request: IncomingMessage, response: ServerResponse) =>
        status(request.method === "HEAD" ? 405 : 500)(request, response),
    ],
    [
      "404 at /api/notice and our marker at the page's URL",
      (request: IncomingMessage, response: ServerResponse) =>
        request.url === "/api/notice"
          ? status(404)(request, response)
          : status(200, { "Maintenance-Notice": "1" })(request, response),
    ],
    ["200 with our marker", status(200, { "Maintenance-Notice": "1" })],
    ["no answer", (_request: IncomingMessage, response: ServerResponse) => void response.destroy()],
    [
      "an app that is up at /api/notice alone",
      (request: IncomingMessage, response: ServerResponse) =>
        status(request.url === "/api/notice" ? 200 : 502)(request, response),
    ],
  ])("while the front answers with %s", async (_name, answer) => {
    const { page, front } = await waiting("/");
    const loads = watchLoads(page);
    await hurry(page, 100);
    front.log.splice(0);
    front.answerWith(answer);
    const polls = () => count(front.log, "GET /api/notice");
    await expect.poll(polls, long).toBeGreaterThan(3);
    expect(loads).toEqual([]);
    expect(count(front.log, "GET /")).toBeLessThanOrEqual(polls());
    expect(await page.title()).toBe("Under Maintenance");
    expect(await page.locator(".announcement").textContent()).toBe("");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("when its URL is answered by the app for HEAD and still by us for GET, without loading it again and again", async () => {
    const { page, front, service } = await waiting("/half");
    const loads = watchLoads(page);
    front.answerWith((request, response) => {
      if (request.method === "HEAD") response.writeHead(200).end();
      else if (request.url === "/api/notice") response.writeHead(404).end();
      else
        void fetch(`${service.url}${request.url}`).then(async (answer) => {
          const marker = answer.headers.get("maintenance-notice") ?? "";
          response
            .writeHead(503, { "Maintenance-Notice": marker, "Content-Type": "text/html" })
            .end(await answer.text());
        });
    });
    await expect.poll(() => loads, long).toHaveLength(1);
    const before = count(front.log, "GET /api/notice");
    await expect.poll(() => count(front.log, "GET /api/notice"), long).toBeGreaterThan(before + 4);
    expect(loads).toHaveLength(1);
    expect(await page.title()).toBe("Under Maintenance");
  });

  it("while the app redirects to the notice, to a failure or to nothing, and not longer", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting, "/");
    const loads = watchLoads(page);
    let target: Responder = front.forward;
    front.answerWith((request, response) => {
      if (request.url === "/en") target(request, response);
      else if (request.url === "/") status(302, { Location: "/en" })(request, response);
      else status(404)(request, response);
    });
    await poll();
    target = status(502);
    await poll();
    front.log.splice(0);
    target = () => {};
    const polled = poll();
    for (const [entry, ms] of [
      ["HEAD /en", 4_000],
      ["GET /en", 5_000],
    ] as const) {
      await expect.poll(() => front.log, long).toContain(entry);
      await pass(ms);
    }
    await polled;
    expect(loads).toEqual([]);
    target = healthyApp;
    await leave();
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(`${front.url}/en`);
  });

  it("when its URL is a download, which is loaded once, and keeps the URL", async () => {
    const { page, front } = await waiting("/file?a=1#page=3", { script: "", world: withClock });
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    front.answerWith((request, response) => {
      if (request.url === "/api/notice") response.writeHead(404).end();
      else
        response
          .writeHead(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" })
          .end("zip");
    });
    await expect.poll(() => downloads, long).toBe(1);
    const before = [...front.log];
    await pass(page, 50_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(before);
    expect(downloads).toBe(1);
    front.answerWith();
    await page.clock.fastForward(20_000);
    await expect.poll(() => page.title(), long).toBe("Under Maintenance");
    expect(page.url()).toBe(`${front.url}/file?a=1#page=3`);
    expect(downloads).toBe(1);
  });

  it("when the app falls over again in that moment, and is told so", async () => {
    const { page, front } = await waiting("/", {
      settings: { RETURN_SPREAD_SECONDS: "600" },
      script: "Math.random = () => 0.5",
      world: withClock,
    });
    const told = () => page.locator(".announcement").textContent();
    front.answerWith(healthyApp);
    await expect.poll(told, long).toBe("We're back\nOpening the page…");
    const before = count(front.log, "GET /");
    front.answerWith();
    await page.clock.fastForward(301_000);
    await expect.poll(told, long).toBe("Updated:\nUnder Maintenance");
    expect(await page.title()).toBe("Under Maintenance");
    expect(count(front.log, "GET /")).toBe(before);
    front.answerWith(healthyApp);
    await expect.poll(told, long).toMatch(/^We're back/);
    await page.clock.fastForward(301_000);
    await expect.poll(() => page.title(), long).toBe("The app");
  });
});
