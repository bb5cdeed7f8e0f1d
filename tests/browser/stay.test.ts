import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { watchLoads } from "../support/browser/loads.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { forwardTo, type Handler, healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const marked = { "Maintenance-Notice": "1" };

describe("a visitor stays with the notice", () => {
  it("while the front answers with anything but an app that is up, and not longer", async () => {
    const { page, front, poll, leave } = await openByHand(waiting);
    const loads = watchLoads(page);
    const cases: [string, Handler][] = [
      ["404 everywhere", status(404)],
      ["503 of somebody else", status(503)],
      [
        "405 for HEAD and 500 for GET",
        (request, response) => status(request.method === "HEAD" ? 405 : 500)(request, response),
      ],
      [
        "404 at /api/notice and our marker at the page's URL",
        (request, response) =>
          (request.url === "/api/notice" ? status(404) : status(200, marked))(request, response),
      ],
      ["no answer", (_request, response) => void response.destroy()],
      [
        "an app that is up at /api/notice alone",
        (request, response) => status(request.url === "/api/notice" ? 200 : 502)(request, response),
      ],
    ];
    for (const [message, answer] of cases) {
      front.log.splice(0);
      front.answerWith(answer);
      for (const _time of [1, 2, 3]) await poll();
      // To ask it for its page is not to load it.
      expect(front.log.filter((entry) => entry === "GET /").length, message).toBeLessThanOrEqual(3);
      expect(loads, message).toEqual([]);
      expect(await page.title(), message).toBe("Under Maintenance");
      expect(await page.locator("h1").innerText(), message).toBe("Under Maintenance");
      front.answerWith();
      await poll();
    }
    front.answerWith(healthyApp);
    await leave();
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("while the app redirects to the notice, to a failure or to nothing, and not longer", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting);
    const loads = watchLoads(page);
    let target: Handler = front.forward;
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
      await expect.poll(() => front.log).toContain(entry);
      await pass(ms);
    }
    await polled;
    expect(loads).toEqual([]);
    target = healthyApp;
    await leave();
    await expect.poll(() => page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/en`);
  });

  it("that it was given in the place of the app, and leaves it less and less often", async () => {
    const { page, front, service, again, poll, leave, pass, waits } = await openByHand(waiting);
    const loads = watchLoads(page);
    const leaveInVain = async (): Promise<void> => {
      const loaded = page.waitForEvent("load");
      await leave();
      await loaded;
      await waits();
    };
    /** Scripts get the app, and navigations the notice. */
    const split: Handler = (request, response) =>
      (request.headers["sec-fetch-mode"] === "navigate" ? forwardTo(service.url) : healthyApp)(
        request,
        response,
      );
    await again("/split");
    loads.splice(0);
    front.answerWith(split);
    for (const [index, seconds] of [15, 30].entries()) {
      await leaveInVain();
      await pass((seconds - 1) * 1000);
      await poll();
      expect(loads).toHaveLength(index + 1);
      // A tick of the clock may be lost when a page is loaded.
      await pass(2_000);
    }
    front.answerWith(healthyApp);
    await leave();
    await expect.poll(() => page.title()).toBe("The app");

    // Where HEAD alone gets the app, it is not trusted again for two and a half minutes.
    await again("/half");
    loads.splice(0);
    front.answerWith((request, response) => {
      if (request.method === "HEAD") status(200)(request, response);
      else if (request.url === "/api/notice") status(404)(request, response);
      else front.forward(request, response);
    });
    await leaveInVain();
    for (const _time of [1, 2, 3, 4]) {
      await pass(30_000);
      await poll();
    }
    expect(loads).toHaveLength(1);
    expect(await page.title()).toBe("Under Maintenance");
  });

  it("whose URL the app refuses, while it is in between each time that the root is healthy", async () => {
    const { page, front, poll, leave } = await openByHand(waiting, "/order?id=1");
    const loads = watchLoads(page);
    const app: Handler = (request, response) =>
      (request.url === "/" ? healthyApp : status(403))(request, response);
    // More polls than those after which it looks for the app with what its browser has.
    for (let round = 0; round < 8; round += 1) {
      front.log.splice(0);
      front.answerWith(app);
      await poll();
      expect(front.log).toContain("HEAD /");
      front.answerWith(status(503, marked));
      await poll();
    }
    expect(loads).toEqual([]);
    front.answerWith(app);
    await poll();
    expect(await leave()).toBe(`${front.url}/order?id=1`);
    await expect.poll(() => page.title()).toBe("Status 403");
  });

  it("when its URL is a download, which is loaded once, and keeps the URL", async () => {
    const { page, front } = await waiting("/file?a=1#page=3", { script: "", world: withClock });
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const zip = status(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" });
    front.answerWith((request, response) =>
      (request.url === "/api/notice" ? status(404) : zip)(request, response),
    );
    await expect.poll(() => downloads).toBe(1);
    const before = [...front.log];
    await pass(page, 50_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(before);
    expect(downloads).toBe(1);
    front.answerWith();
    await page.clock.fastForward(20_000);
    await expect.poll(() => page.title()).toBe("Under Maintenance");
    expect(page.url()).toBe(`${front.url}/file?a=1#page=3`);
    expect(downloads).toBe(1);
  });
});
