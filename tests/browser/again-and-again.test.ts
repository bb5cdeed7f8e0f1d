import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { answerTimesMs } from "../support/browser/page-time.ts";
import { waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));

/**
 * A script with which the time of every page of a window passes 60 times as fast, from one moment on, and each return
 * is told to the front. What may time out has its whole time: a busy machine is no app that hangs.
 */
const fastTime = (since: number): string => `{
  const speed = 60;
  const { now } = Date;
  const wait = window.setTimeout;
  Date.now = () => ${since} + (now() - ${since}) * speed;
  window.setTimeout = (work, ms = 0, ...rest) =>
    wait(work, [${answerTimesMs}].includes(ms) ? ms : ms / speed, ...rest);
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    navigator.sendBeacon("/returned?" + encodeURIComponent(value));
    setItem.call(this, key, value);
  };
}`;

describe("where scripts get the app and navigations the notice", () => {
  it("a page loads it less and less often, and at last when it is back", async () => {
    const { page, front, service } = await waiting("/", { script: fastTime(Date.now()) });
    const split = (request: IncomingMessage, response: ServerResponse): void => {
      if (request.headers["sec-fetch-mode"] !== "navigate") {
        healthyApp(request, response);
        return;
      }
      void fetch(service.url).then(async (notice) => {
        const headers = { "Content-Type": "text/html", "Maintenance-Notice": "1" };
        response.writeHead(503, headers).end(await notice.text());
      });
    };
    front.answerWith(split);
    const returns = (): { at: number; count: number }[] =>
      front.log
        .filter((entry) => entry.startsWith("POST /returned?"))
        .map((entry) => JSON.parse(decodeURIComponent(entry.split("?")[1] ?? "")));
    await expect.poll(() => returns().length, { timeout: 100_000 }).toBeGreaterThan(5);
    const told = returns().slice(0, 6);
    expect(told.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6]);
    const waits = told.slice(1).map(({ at }, index) => (at - (told[index]?.at ?? 0)) / 1000);
    for (const [index, least] of [15, 30, 60, 120, 240].entries())
      expect([index, waits[index]]).toEqual([index, expect.toSatisfy((wait: number) => wait >= least)]);

    front.answerWith(healthyApp);
    await expect.poll(() => page.title().catch(() => ""), { timeout: 60_000 }).toBe("The app");
  }, 180_000);
});
