import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser/browser.ts";
import { withClock } from "../support/browser/page-time.ts";
import { waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser());
const minutes = 60;

describe("where scripts get the app and navigations the notice", () => {
  it(`a page loads it less and less often, fourteen times in ${minutes} minutes at most, and stops when it is back`, async () => {
    const { page, front, service } = await waiting("/", { script: "", world: withClock });
    const isNavigation = ({ headers }: IncomingMessage) => headers["sec-fetch-mode"] === "navigate";
    const loads = () => navigations;
    let navigations = 0;
    const split = (request: IncomingMessage, response: ServerResponse): void => {
      if (!isNavigation(request)) return healthyApp(request, response);
      navigations += 1;
      void fetch(service.url).then(async (notice) => {
        const headers = { "Content-Type": "text/html", "Maintenance-Notice": "1" };
        response.writeHead(503, headers).end(await notice.text());
      });
    };
    front.answerWith(split);
    const polls = () => front.log.filter((entry) => entry === "GET /api/notice").length;
    const inMinute: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = polls();
      // A page polls once a minute at least, also after it has been loaded anew.
      await page.clock.fastForward(60_000).catch(() => {});
      await expect.poll(polls).toBeGreaterThan(before);
      await page.waitForLoadState();
      inMinute.push(loads());
    }
    expect(loads()).toBeGreaterThanOrEqual(5);
    expect(loads()).toBeLessThanOrEqual(14);
    const [half = 0] = inMinute.slice(minutes / 2);
    expect(loads() - half).toBeLessThanOrEqual(4);
    expect(await page.title()).toBe("Under Maintenance");

    front.answerWith(healthyApp);
    for (let minute = 0; minute < 12 && (await page.title()) !== "The app"; minute += 1) {
      await page.clock.fastForward(60_000).catch(() => {});
      await page.waitForLoadState();
    }
    await expect.poll(() => page.title()).toBe("The app");
  });
});
