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
      if (!isNavigation(request)) {
        healthyApp(request, response);
        return;
      }
      navigations += 1;
      void fetch(service.url).then(async (notice) => {
        const headers = { "Content-Type": "text/html", "Maintenance-Notice": "1" };
        response.writeHead(503, headers).end(await notice.text());
      });
    };
    front.answerWith(split);
    const polls = () => front.log.filter((entry) => entry === "GET /api/notice").length;
    /** The time of the page; one that is being left has none. */
    const now = async (): Promise<number> => {
      for (;;) {
        const time = await page.evaluate(() => Date.now()).catch(() => 0);
        if (time > 0) return time;
      }
    };
    const started = await now();
    let half = 0;
    for (let passed = 0; passed < minutes; ) {
      const before = polls();
      const forward = async (): Promise<number> => {
        // A page that is being left may leave its clock alone.
        await page.clock.fastForward(60_000).catch(() => {});
        return polls();
      };
      await expect.poll(forward).toBeGreaterThan(before);
      await page.waitForLoadState();
      passed = ((await now()) - started) / 60_000;
      if (passed < minutes / 2) half = loads();
    }
    expect(loads()).toBeGreaterThanOrEqual(5);
    expect(loads()).toBeLessThanOrEqual(14);
    expect(loads() - half).toBeLessThanOrEqual(5);
    // It may just be loading the notice once more.
    await expect.poll(() => page.title().catch(() => "")).toBe("Under Maintenance");

    front.answerWith(healthyApp);
    const title = async (): Promise<string> => {
      await page.clock.fastForward(60_000).catch(() => {});
      return page.title().catch(() => "");
    };
    await expect.poll(title).toBe("The app");
  });
});
