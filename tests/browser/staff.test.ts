import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setHidden } from "../support/browser/events.ts";
import { beside, standing, status } from "../support/browser/waiting.ts";
import { type Front, type Handler, healthyApp } from "../support/network/front.ts";

/** A proxy with the switch on: requests with a cookie get the app, all others the notice. */
const pastNotice =
  (front: Front, app: Handler = healthyApp): Handler =>
  (...both) =>
    (both[0].headers.cookie ? app : front.forward)(...both);

/** Sets the staff cookie, as the staff link does in another tab. */
const makeStaff = (page: Page, url: string): Promise<void> =>
  page.context().addCookies([{ name: "backsoon_staff", value: "1", url, httpOnly: true }]);

const show = async (page: Page): Promise<void> => {
  await setHidden(page, true);
  await setHidden(page, false);
};

describe("An open page while the switch is on", () => {
  it("loads the app for staff at the sixth poll, once the browser has the staff cookie", async () => {
    const { page, front, poll, returns, meets } = await standing("/cart?id=1#total");
    await meets(pastNotice(front), 3);
    await makeStaff(page, front.url);
    await poll();
    expect(await page.title()).toBe("Under Maintenance");
    await returns();
    expect(page.url()).toBe(`${front.url}/cart?id=1#total`);
  });

  it("loads the app for staff as soon as the tab is shown again, even if the app redirects", async () => {
    const { page, front, again, returns } = await standing();
    const redirect = beside(status(302, { Location: "/login" }), healthyApp);
    for (const app of [healthyApp, redirect]) {
      await again("/");
      front.answerWith(pastNotice(front, app));
      await makeStaff(page, front.url);
      await returns(show);
    }
  });

  it('says "We\'re back" to staff in a background tab while the app replies, and loads the app when shown', async () => {
    const { page, front, set, poll, returns, meets } = await standing();
    const titles = async () => [await page.locator("h1").innerText(), await page.title()];
    front.answerWith(pastNotice(front));
    await makeStaff(page, front.url);
    await setHidden(page, true);
    for (const _poll of [2, 3, 4, 5]) await poll();
    expect(await titles()).toEqual(Array(2).fill("Under Maintenance"));
    for (const polls of [6, 7, 8]) {
      await poll();
      expect(await titles()).toEqual(Array(2).fill("We're back"));
      await set("--title", `Changed after ${polls}`);
    }
    await meets();
    expect(await titles()).toEqual(Array(2).fill("Changed after 8"));
    front.answerWith(pastNotice(front));
    await returns(() => setHidden(page, false));
  });

  it("keeps the notice for everybody else and requests only the notice, even with a cookie of the app", async () => {
    const { page, front, again, poll, meets } = await standing();
    front.answerWith(pastNotice(front));
    front.log.splice(0);
    for (let polls = 2; polls <= 13; polls += 1) await poll();
    await poll(() => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange"))));
    expect(front.log).toEqual(Array(16).fill("GET /backsoon-notice"));
    expect(await page.title()).toBe("Under Maintenance");

    await again("/order", "visitor");
    await meets(beside(front.forward, healthyApp), 12);
    expect(await page.title()).toBe("Under Maintenance");
  });
});
