import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { watchLoads } from "../support/browser/events.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { forwardTo, type Handler, healthyApp, isPoll } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const marked = { "Maintenance-Notice": "1" };

describe("An open page", () => {
  it("keeps the notice while polls get errors, resets or no reply, and then returns", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting, "/shop/?id=1");
    const loads = watchLoads(page);
    const cases: [string, Handler][] = [
      ...[500, 501, 502, 503, 504, 599, 407, 408, 425, 429].map((code): [string, Handler] => [
        String(code),
        status(code),
      ]),
      ["a page of ours", status(503, marked)],
      ["a reset", (_request, response) => void response.destroy()],
    ];
    for (const [message, answer] of cases) {
      front.log.splice(0);
      front.answerWith(answer);
      for (const _time of [1, 2, 3]) await poll();
      // Chromium itself asks again after 408.
      expect(new Set(front.log), message).toEqual(new Set(["GET /shop/backsoon-notice"]));
      expect(loads, message).toEqual([]);
      expect(await page.title(), message).toBe("Under Maintenance");
      expect(await page.locator("h1").innerText(), message).toBe("Under Maintenance");
      front.answerWith();
      await poll();
    }
    front.log.splice(0);
    front.answerWith(() => {});
    const polled = poll();
    await expect.poll(() => front.log).toHaveLength(1);
    await pass(10_000);
    await polled;
    expect(await page.title()).toBe("Under Maintenance");
    front.answerWith(healthyApp);
    await leave();
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("keeps the notice while the app redirects to the notice, to an error or to no reply, and then returns", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting);
    const loads = watchLoads(page);
    let target: Handler = front.forward;
    const redirect = status(302, { Location: "/en/backsoon-notice" });
    front.answerWith((request, response) =>
      (request.url?.startsWith("/en/") ? target : redirect)(request, response),
    );
    await poll();
    for (const code of [502, 503]) {
      target = status(code);
      await poll();
    }
    front.log.splice(0);
    target = () => {};
    const polled = poll();
    await expect.poll(() => front.log).toContain("GET /en/backsoon-notice");
    await pass(10_000);
    await polled;
    expect(await page.title()).toBe("Under Maintenance");
    expect(loads).toEqual([]);
    target = status(404);
    expect(await leave()).toBe(`${front.url}/`);
  });

  it("returns less and less often while each load of the app leads to the notice again", async () => {
    const { page, front, service, again, poll, leave, pass, waits } = await openByHand(waiting);
    const loads = watchLoads(page);
    const leaveInVain = async (): Promise<void> => {
      const loaded = page.waitForEvent("load");
      await leave();
      await loaded;
      await waits();
    };
    /** Scripts get the app, navigations get the notice. */
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
  });

  it("keeps the notice if the app replies to one poll and fails the next", async () => {
    const { page, front, poll, leave } = await openByHand(waiting, "/order?id=1");
    const loads = watchLoads(page);
    // Eight polls include one with cookies.
    for (let round = 0; round < 8; round += 1) {
      front.log.splice(0);
      front.answerWith((request, response) =>
        (front.log.length === 1 ? healthyApp : round % 2 ? status(503) : front.forward)(request, response),
      );
      await poll();
      expect(front.log).toEqual(Array(2).fill("GET /order/backsoon-notice"));
      expect(await page.title()).toBe("Under Maintenance");
    }
    expect(loads).toEqual([]);
    front.answerWith(healthyApp);
    expect(await leave()).toBe(`${front.url}/order?id=1`);
  });

  it("keeps the notice while the app replies only beside its path, and returns when the path itself works", async () => {
    const { page, front, service, poll, leave, waits } = await openByHand(waiting);
    const loads = watchLoads(page);
    // As with nginx and PHP: a path that does not end in .php is a file, which does not exist.
    const files: Handler = (request, response) =>
      (isPoll(request) ? status(404) : front.forward)(request, response);
    front.answerWith(files);
    await page.goto(`${front.url}/sign-in.php?token=abc`);
    await waits();
    loads.splice(0);
    front.log.splice(0);
    for (const _time of [1, 2]) await poll();
    expect(front.log).toEqual(
      Array(2).fill(["GET /sign-in.php/backsoon-notice", "HEAD /sign-in.php"]).flat(),
    );
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
    expect(loads).toEqual([]);
    // A new notice is loaded as a whole page, as seldom as a failed return.
    expect((await notice(service.env, ["set", "--title", "Moving"])).code).toBe(0);
    expect(await leave()).toBe(`${front.url}/sign-in.php?token=abc`);
    await expect.poll(() => page.title()).toBe("Moving");
    await waits();
    await poll();
    for (const code of [502, 429]) {
      front.answerWith((request, response) => status(isPoll(request) ? 404 : code)(request, response));
      await poll();
    }
    expect(loads).toHaveLength(1);
    await page.evaluate(() => sessionStorage.clear());
    front.log.splice(0);
    front.answerWith(healthyApp);
    await leave();
    await expect.poll(() => page.title()).toBe("The app");
    expect(front.log.filter((entry) => entry.includes("token"))).toEqual(["GET /sign-in.php?token=abc"]);
  });

  it("starts a download URL once, and keeps the page and its URL", async () => {
    const { page, front } = await waiting("/file?a=1#page=3", { script: "", world: withClock });
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const zip = status(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" });
    front.answerWith((request, response) => (isPoll(request) ? status(404) : zip)(request, response));
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
