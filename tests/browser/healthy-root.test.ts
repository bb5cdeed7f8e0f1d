import { expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { hurry } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";
import { patient } from "../support/patient.ts";

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };

it("a page whose URL the app refuses is not loaded while the notice is in between each time that the root is healthy", async () => {
  const { page, front } = await waiting("/order?id=1");
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  await hurry(page, 100);
  let polls = 0;
  let isSteady = false;
  front.answerWith((request, response) => {
    if (request.url === "/api/notice") polls += 1;
    const isApp = isSteady || polls % 2 === 1;
    if (!isApp) status(503, { "Maintenance-Notice": "1" })(request, response);
    else if (request.url === "/") healthyApp(request, response);
    else status(403)(request, response);
  });
  await expect.poll(() => polls, patient).toBeGreaterThan(8);
  expect(front.log.filter((entry) => entry === "HEAD /").length).toBeGreaterThan(2);
  expect(loads).toEqual([]);
  isSteady = true;
  await expect.poll(() => loads, long).toEqual([`${front.url}/order?id=1`]);
  await expect.poll(() => page.title(), long).toBe("Status 403");
});
