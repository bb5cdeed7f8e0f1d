import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { setHidden } from "../support/browser/events.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { type Front, type Handler, healthyApp, isPoll } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));

/** A proxy whose notice is on: whoever has the cookie gets the app, everybody else the notice. */
const pastNotice =
  (front: Front, app: Handler = healthyApp): Handler =>
  (request, response) =>
    (request.headers.cookie ? app : front.forward)(request, response);

/** Gives the browser of a page the cookie, as the staff's link does in another tab. */
const makeStaff = (page: Page, url: string): Promise<void> =>
  page.context().addCookies([{ name: "backsoon_staff", value: "1", url, httpOnly: true }]);

const show = async (page: Page): Promise<void> => {
  await setHidden(page, true);
  await setHidden(page, false);
};

/** Has a page shown again, and resolves once that has led to nothing. */
const showInVain = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("waits", () => resolve(), { once: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }),
  );

describe("while the notice is on and the app runs, an open page", () => {
  it("of staff leaves by itself with the sixth poll, once its browser has the cookie", async () => {
    const { page, front, poll, leave } = await openByHand(waiting, "/cart?id=1#total");
    front.answerWith(pastNotice(front));
    for (const _poll of [2, 3, 4]) await poll();
    await makeStaff(page, front.url);
    await poll();
    expect(await page.title()).toBe("Under Maintenance");
    await leave();
    await expect.poll(() => page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/cart?id=1#total`);
  });

  it("of staff leaves as soon as it is shown again, however the app answers", async () => {
    const { page, front, again, leave } = await openByHand(waiting);
    const redirect: Handler = (request, response) =>
      (isPoll(request) ? status(302, { Location: "/login" }) : healthyApp)(request, response);
    for (const app of [healthyApp, redirect]) {
      await again("/");
      front.answerWith(pastNotice(front, app));
      await makeStaff(page, front.url);
      await leave(show);
      await expect.poll(() => page.title()).toBe("The app");
    }
  });

  it("of staff in the background says that the app is there as long as it is, and leaves when it is shown", async () => {
    const { page, front, service, poll, leave } = await openByHand(waiting);
    const heading = () => page.locator("h1").innerText();
    front.answerWith(pastNotice(front));
    await makeStaff(page, front.url);
    await setHidden(page, true);
    for (const _poll of [2, 3, 4, 5]) await poll();
    expect(await heading()).toBe("Under Maintenance");
    for (const polls of [6, 7, 8]) {
      await poll();
      expect([await heading(), await page.title()]).toEqual(["We're back", "We're back"]);
      expect((await notice(service.env, ["set", "--title", `Changed after ${polls}`])).code).toBe(0);
    }
    front.answerWith();
    await poll();
    expect([await heading(), await page.title()]).toEqual(["Changed after 8", "Changed after 8"]);
    front.answerWith(pastNotice(front));
    await leave(() => setHidden(page, false));
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("of anybody else stays, and asks for nothing but the notice; so does one that a write led to", async () => {
    const { page, front, again, poll } = await openByHand(waiting);
    front.answerWith(pastNotice(front));
    front.log.splice(0);
    for (let polls = 2; polls <= 13; polls += 1) await poll();
    await showInVain(page);
    expect(front.log).toEqual(Array(16).fill("GET /backsoon-notice"));
    expect(await page.title()).toBe("Under Maintenance");

    await again("/order", "visitor");
    // The app answers who reads.
    front.answerWith((request, response) =>
      (isPoll(request) ? front.forward : healthyApp)(request, response),
    );
    for (let polls = 2; polls <= 13; polls += 1) await poll();
    expect(await page.title()).toBe("Under Maintenance");
  });
});
