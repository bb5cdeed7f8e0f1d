import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { answerTimesMs } from "../support/browser/page-time.ts";
import { waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));

/**
 * A script with which the time of every page of a window is what it has waited for since one moment, and passes quickly;
 * each return is told to the front. A busy machine takes none of that time. What may time out has its own, and so has the
 * load of the app: neither is an app that hangs.
 */
const waitedTime = (since: number): string => `{
  const speed = 600;
  const wait = window.setTimeout;
  const { setItem } = Storage.prototype;
  let passed = Number(sessionStorage.getItem("passed"));
  let isLeaving = false;
  Date.now = () => ${since} + passed;
  window.setTimeout = (work, ms = 0, ...rest) => {
    if (isLeaving || [${answerTimesMs}].includes(ms)) return wait(work, ms, ...rest);
    const due = passed + ms;
    const end = () => {
      passed = Math.max(passed, due);
      setItem.call(sessionStorage, "passed", passed);
      work(...rest);
    };
    return wait(end, ms / speed);
  };
  Storage.prototype.setItem = function (key, value) {
    isLeaving = true;
    navigator.sendBeacon("/returned?" + encodeURIComponent(value));
    setItem.call(this, key, value);
  };
}`;

describe("where scripts get the app and navigations the notice", () => {
  it("a page loads it less and less often, and at last when it is back", async () => {
    const { page, front, service } = await waiting("/", { script: waitedTime(Date.now()) });
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
