import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isHydrated, openPage } from "../support/browser/browser.ts";
import { setHidden, wake } from "../support/browser/events.ts";
import { shifts } from "../support/browser/looks.ts";
import { waiting } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";
import { startReadOnlyFront } from "../support/network/read-only-front.ts";
import { serveHere } from "../support/service/service-here.ts";

const early = { timezoneId: "Asia/Tokyo", locale: "en-US", isByHand: true } as const;
const leaveOpen = /^You can leave this page open/;

/** Opens a page that loads React when the test says so. */
async function openEarly(...notice: string[]) {
  const settings = { POLL_SECONDS: "3600" };
  const opened = await waiting("/", { settings, notice, script: "", ...early });
  return {
    ...opened,
    scripts: () => opened.requests.filter((path) => path.startsWith("/assets/")),
    /** Sets the notice, and makes the page poll. */
    async change(...options: string[]) {
      await opened.set(...options);
      await wake(opened.page);
    },
  };
}

/** Fires the timer after which the page loads React. */
const itIsTime = (page: Page) => page.evaluate(() => Object(window).comes());
const quietLine = (page: Page) => page.locator(".quiet-line").innerText();
const timeLeft = (page: Page) => page.locator(".relative").innerText();
const heading = (page: Page) => page.locator("h1").innerText();

/** Translates the page as browsers do: puts every text into an element. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById("page") as Element;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement("font");
      font.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
  });

describe("The page in its first seconds, before React has loaded", () => {
  it("loads at most 12 000 bytes, shows the remaining time, and hydrates in place", async () => {
    const { page, requests, unexpected, scripts } = await openEarly("--expected-return", "+1d");
    await expect.poll(() => timeLeft(page)).toBe("in about 24 hours");
    expect(requests).toEqual(["/", expect.stringMatching(/^\/assets\/backsoon-/), "/backsoon-notice"]);
    const bytes = await page.evaluate(() =>
      ["navigation", "resource"]
        .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    );
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(12_000);
    expect(await quietLine(page)).toMatch(leaveOpen);
    const title = await page.locator("h1").elementHandle();
    await itIsTime(page);
    await isHydrated(page);
    expect(await quietLine(page)).toMatch(leaveOpen);
    expect(await title?.evaluate((node) => node.isConnected)).toBe(true);
    expect(await timeLeft(page)).toBe("in about 24 hours");
    expect(scripts()).toHaveLength(2);
    expect(await shifts(page)).toEqual([]);
    // React reports a hydration mismatch on the console.
    expect(unexpected()).toEqual([]);
  });

  it("puts a changed title into the tab at once and into the page when React has loaded", async () => {
    const { page, change, unexpected, scripts } = await openEarly("--expected-return", "+3h");
    await expect.poll(() => timeLeft(page)).toBe("in about 3 hours");
    await change("--title", "After", "--expected-return", "+5h");
    await expect.poll(() => page.title()).toBe("After");
    // The remaining time belonged to the old return.
    expect(await timeLeft(page)).toBe("\u00a0");
    expect([await heading(page), scripts().length]).toEqual(["Under Maintenance", 1]);
    await itIsTime(page);
    await expect.poll(() => heading(page)).toBe("After");
    expect(await timeLeft(page)).toBe("in about 5 hours");
    expect(unexpected()).toEqual([]);
  });

  it("returns to the app without loading more scripts, which the app does not have", async () => {
    const { page, front } = await waiting("/cart?id=1", { script: "", ...early });
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => heading(page)).toBe("The app at GET");
    expect(page.url()).toBe(`${front.url}/cart?id=1`);
    expect(front.log.filter((entry) => entry.startsWith("GET /assets/"))).toHaveLength(1);
  });

  it("loads React only while the tab is visible, and tries again if that fails", async () => {
    const { page, change, scripts } = await openEarly();
    await setHidden(page, true);
    await itIsTime(page);
    await change("--title", "Seen");
    await expect.poll(() => page.title()).toBe("Seen");
    expect(scripts()).toHaveLength(1);
    await page.route("**/assets/**", (route) => route.abort());
    await page.evaluate(() => Object.assign(window, { comes: undefined }));
    await setHidden(page, false);
    await expect.poll(() => page.evaluate(() => typeof Object(window).comes)).toBe("function");
    expect(await heading(page)).toBe("Under Maintenance");
    await page.unroute("**/assets/**");
    await itIsTime(page);
    await expect.poll(() => heading(page)).toBe("Seen");
  });

  it("keeps the browser's translation until the notice changes", async () => {
    const { page, change, unexpected, scripts } = await openEarly("--expected-return", "+3h");
    await translate(page);
    await itIsTime(page);
    await wake(page);
    await expect.poll(() => timeLeft(page)).toMatch(/in about 3 hours/);
    expect([await heading(page), scripts().length]).toEqual(["«Under Maintenance»", 1]);
    await change("--title", "After");
    await expect.poll(() => heading(page)).toBe("After");
    await expect.poll(() => quietLine(page)).toMatch(leaveOpen);
    expect(unexpected()).toEqual([]);
  });

  it("shows a new message in a page that the browser translated after hydration", async () => {
    const { page, change, unexpected } = await openEarly("--message", "Please wait:\n- one\n- two");
    await itIsTime(page);
    await isHydrated(page);
    await translate(page);
    await change("--message", "Nearly done.");
    await expect.poll(() => page.locator(".message").innerText()).toBe("Nearly done.");
    expect(unexpected()).toEqual([]);
  });

  it("loads React at once on the page of a refused form, so that it can say that the app is back", async () => {
    const front = await startReadOnlyFront((await serveHere({ POLL_SECONDS: "3600" })).url);
    const url = `${front.url}/orders`;
    const { page } = await openPage(url, {
      ...early,
      prepare: (context) =>
        context.route(url, (route) => route.continue({ method: "POST", postData: "words=x" })),
    });
    await isHydrated(page);
    front.openAll();
    await wake(page);
    await expect.poll(() => heading(page)).toBe("We're back");
  });
});
