import { expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { type Handler, healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };

it("a page whose URL the app refuses is not loaded while the notice is in between each time that the root is healthy", async () => {
  const { page, front, poll, leave } = await openByHand(waiting, "/order?id=1");
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  const app: Handler = (request, response) =>
    (request.url === "/" ? healthyApp : status(403))(request, response);
  const notice = status(503, { "Maintenance-Notice": "1" });
  // More polls than those after which it looks for the app with what its browser has.
  for (let round = 0; round < 8; round += 1) {
    front.log.splice(0);
    front.answerWith(app);
    await poll();
    expect(front.log).toContain("HEAD /");
    front.answerWith(notice);
    await poll();
  }
  expect(loads).toEqual([]);
  front.answerWith(app);
  await poll();
  expect(await leave()).toBe(`${front.url}/order?id=1`);
  await expect.poll(() => page.title(), long).toBe("Status 403");
});
