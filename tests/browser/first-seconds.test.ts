import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isHydrated, launchBrowser, type OpenPage, still } from "../support/browser/browser.ts";
import { setHidden, shifts, wake } from "../support/browser/events.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { startReadOnlyFront } from "../support/network/read-only-front.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser({ ...still, timezoneId: "Asia/Tokyo", locale: "en-US" });
const byHand = { isByHand: true } as const;
const settings = { POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "0" };
const leaveOpen = /^You can leave this page open/;

const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect((await notice(env, ["set", ...args])).code).toBe(0);

/** Fires the timer after which the page loads React. */
const itIsTime = (page: Page) => page.evaluate(() => Object(window).comes());
const quietLine = (page: Page) => page.locator(".quiet-line").innerText();
const timeLeft = (page: Page) => page.locator(".relative").innerText();
const heading = (page: Page) => page.locator("h1").innerText();
const scripts = ({ requests }: OpenPage) => requests.filter((path) => path.startsWith("/assets/"));

/** Translates the page as browsers do: puts every text into an element. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.getElementById("page") as Element,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const font = document.createElement("font");
      font.textContent = `«${text.textContent}»`;
      text.parentNode?.replaceChild(font, text);
    }
  });

describe("The page in its first seconds, before React has loaded", () => {
  it("loads at most 12 000 bytes, shows the remaining time, and hydrates in place", async () => {
    const service = await serveHere(settings);
    await set(service, "--expected-return", "+1d");
    const opened = await open(service.url, {}, "", byHand);
    const { page, requests, unexpected } = opened;
    await expect.poll(() => timeLeft(page)).toBe("in about 24 hours");
    expect(requests).toEqual(["/", expect.stringMatching(/^\/assets\/backsoon-/), "/backsoon-notice"]);
    const bytes = await page.evaluate(() =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((entry) => (entry as PerformanceResourceTiming).transferSize)
        .reduce((sum, size) => sum + size),
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
    expect(scripts(opened)).toHaveLength(2);
    expect(await shifts(page)).toEqual([]);
    // React reports a hydration mismatch on the console.
    expect(unexpected()).toEqual([]);
  });

  it("puts a changed title into the tab at once and into the page when React has loaded", async () => {
    const service = await serveHere(settings);
    await set(service, "--expected-return", "+3h");
    const opened = await open(service.url, {}, "", byHand);
    const { page, unexpected } = opened;
    await expect.poll(() => timeLeft(page)).toBe("in about 3 hours");
    await set(service, "--title", "After", "--expected-return", "+5h");
    await wake(page);
    await expect.poll(() => page.title()).toBe("After");
    // The remaining time belonged to the old return.
    expect(await timeLeft(page)).toBe("\u00a0");
    expect([await heading(page), scripts(opened).length]).toEqual(["Under Maintenance", 1]);
    await itIsTime(page);
    await expect.poll(() => heading(page)).toBe("After");
    expect(await timeLeft(page)).toBe("in about 5 hours");
    expect(unexpected()).toEqual([]);
  });

  it("returns to the app without loading more scripts, which the app does not have", async () => {
    const service = await serveHere(settings);
    const front = await startFront(service.url);
    const { page } = await open(`${front.url}/cart?id=1`, {}, "", byHand);
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => heading(page)).toBe("The app at GET");
    expect(page.url()).toBe(`${front.url}/cart?id=1`);
    expect(front.log.filter((entry) => entry.startsWith("GET /assets/"))).toHaveLength(1);
  });

  it("loads React only while the tab is visible, and tries again if that fails", async () => {
    const service = await serveHere(settings);
    const opened = await open(service.url, {}, "", byHand);
    const { page } = opened;
    await setHidden(page, true);
    await itIsTime(page);
    await set(service, "--title", "Seen");
    await wake(page);
    await expect.poll(() => page.title()).toBe("Seen");
    expect(scripts(opened)).toHaveLength(1);
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
    const service = await serveHere(settings);
    await set(service, "--expected-return", "+3h");
    const opened = await open(service.url, {}, "", byHand);
    const { page, unexpected } = opened;
    await translate(page);
    await itIsTime(page);
    await wake(page);
    await expect.poll(() => timeLeft(page)).toMatch(/in about 3 hours/);
    expect([await heading(page), scripts(opened).length]).toEqual(["«Under Maintenance»", 1]);
    await set(service, "--title", "After");
    await wake(page);
    await expect.poll(() => heading(page)).toBe("After");
    await expect.poll(() => quietLine(page)).toMatch(leaveOpen);
    expect(unexpected()).toEqual([]);
  });

  it("shows a new message in a page that the browser translated after hydration", async () => {
    const service = await serveHere(settings);
    await set(service, "--message", "Please wait:\n- one\n- two");
    const { page, unexpected } = await open(service.url, {}, "", byHand);
    await itIsTime(page);
    await isHydrated(page);
    await translate(page);
    await set(service, "--message", "Nearly done.");
    await wake(page);
    await expect.poll(() => page.locator(".message").innerText()).toBe("Nearly done.");
    expect(unexpected()).toEqual([]);
  });

  it("loads React at once on the page of a refused form, so that it can say that the app is back", async () => {
    const service = await serveHere(settings);
    const front = await startReadOnlyFront(service.url);
    const url = `${front.url}/orders`;
    const { page } = await openAfterPost(url);
    await isHydrated(page);
    front.openAll();
    await wake(page);
    await expect.poll(() => heading(page)).toBe("We're back");
  });

  /** Opens the notice as the reply to a form. */
  async function openAfterPost(url: string): Promise<OpenPage> {
    return open(url, {}, "", {
      ...byHand,
      async prepare(context) {
        await context.route(url, (route) => route.continue({ method: "POST", postData: "words=x" }));
      },
    });
  }
});
