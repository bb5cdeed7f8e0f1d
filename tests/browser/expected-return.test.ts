import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type OpenPage, openPage, type PageOptions } from "../support/browser/browser.ts";
import { listen, wake } from "../support/browser/events.ts";
import { shifts, styles } from "../support/browser/looks.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { startSlowFront, tellsOfPaints } from "../support/browser/slow-page.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { startFront } from "../support/network/front.ts";
import { serveHere, serveWith } from "../support/service/service-here.ts";

const day = 86_400_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const polled = "**/backsoon-notice*";
const friday = "2126-11-22T23:05:00Z";
const tokyo = { timezoneId: "Asia/Tokyo", locale: "en-US" };

const time = (page: Page) => page.locator("time").innerText();
const relative = (page: Page) => page.locator(".relative").innerText();

/** A service whose open pages poll only when the test says so, with this expected return. */
async function serveReturn(time: string) {
  const service = await serveHere({ POLL_SECONDS: "3600" });
  await setNotice(service, "--as-given", "--expected-return", time);
  return service;
}

const openReturn = async (time: string, options: PageOptions) =>
  openPage((await serveReturn(time)).url, options);

/** Lets polls fail until `isReached` is true. */
function polls(now?: number) {
  const polls = {
    isReached: false,
    async prepare(context: Parameters<typeof withClock.prepare>[0]) {
      if (now) await context.clock.install({ time: now });
      await context.route(polled, (route) => (polls.isReached ? route.continue() : route.abort()));
    },
  };
  return polls;
}

describe("The expected return on the page", () => {
  it.each([
    ["Africa/Cairo", "ar-EG", /^(اليوم|غدًا) \d+:\d\d\s[صم]\n\S+\s\d+\s\S+ \S+\+[23]$/, "بعد ساعتين تقريبًا"],
    ["Asia/Kolkata", "en", /^To\S+ \d+:\d\d\s[AP]M\n\w+day,\s\w+\s\d+, GMT\+5:30$/, "in about 2 hours"],
    ["Europe/London", "en-GB", /^To\S+ \d\d:\d\d\n\w+day\s\d+\s\w+ (GMT|BST)$/, "in about 2 hours"],
  ])("is shown in the visitor's time zone and language: %s, %s", async (timezoneId, locale, text, words) => {
    const service = await serveWith("--expected-return", inMinutes(121));
    const { page, unexpected } = await openPage(service.url, { timezoneId, locale });
    await expect.poll(() => time(page)).toMatch(text);
    await expect.poll(() => relative(page)).toBe(words);
    expect(unexpected()).toEqual([]);
  });

  it("has the same text from the server as from the script, for a visitor in UTC", async () => {
    const service = await serveWith("--expected-return", friday);
    const shown = async ({ page }: OpenPage) => (await time(page)).replaceAll("\u00a0", " ");
    const utc = { timezoneId: "UTC", locale: "en-GB" };
    const words = "22 November 2126\nFriday 23:05 UTC";
    expect(await shown(await openPage(service.url, { ...utc, javaScriptEnabled: false }))).toBe(words);
    const live = await openPage(service.url, utc);
    await expect.poll(() => relative(live.page)).toMatch(/\S/);
    expect(await shown(live)).toBe(words);
    expect(live.unexpected()).toEqual([]);
  });

  /** Each different text that any frame has shown of the time. */
  const seen = (page: Page) => page.evaluate(() => [...(Object(window).seen as Set<string>)]);
  const tellsWhatIsSeen = `{
    const seen = (window.seen = new Set());
    const look = () => {
      for (const it of document.querySelectorAll("time, .relative"))
        if (it.checkVisibility({ visibilityProperty: true })) seen.add(it.textContent.replace(/\\s/g, " "));
      requestAnimationFrame(look);
    };
    look();
    ${tellsOfPaints}
  }`;
  const watchedInTokyo = { ...tokyo, script: tellsWhatIsSeen };

  it.each([
    ["in three hours", inMinutes(180), /^(Today|Tomorrow) \d+:\d\d [AP]M \w+day, \w+ \d+, GMT\+9 $/],
    ["in a hundred years", friday, /^November 23, 2126 Saturday 8:05 AM GMT\+9 $/],
  ])("never appears in UTC first, even if the page arrives slowly: %s", async (_name, time, inTokyo) => {
    const { url } = await serveReturn(time);
    const { page, unexpected } = await openPage(await startSlowFront(url), watchedInTokyo);
    await expect.poll(() => relative(page)).toMatch(/\S/);
    const [row, first, ...others] = await seen(page);
    // The third row is reserved, and both other rows appear together.
    expect([row?.trim(), first]).toEqual(["", expect.stringMatching(inTokyo)]);
    expect(others).toEqual([expect.stringMatching(/^in /)]);
    expect(unexpected()).toEqual([]);
  });

  it("is shown in UTC while a proxy's policy blocks the inline script, until the page's script file has loaded", async () => {
    const service = await serveReturn(friday);
    const front = await startFront(service.url);
    front.answerWith(async (incoming, response) => {
      if (incoming.url !== "/") return front.forward(incoming, response);
      const answer = await fetch(service.url, { headers: { accept: "text/html" } });
      const policy = String(answer.headers.get("content-security-policy"));
      response.writeHead(503, {
        "Content-Type": "text/html",
        "Content-Security-Policy": policy.replace(/(script-src 'self') '[^']*'/, "$1"),
      });
      response.end(await answer.text());
    });
    const { page, unexpected } = await openPage(front.url, watchedInTokyo);
    await expect.poll(() => time(page)).toContain("GMT+9");
    expect((await seen(page)).find((text) => text.trim())).toMatch(/UTC/);
    expect(unexpected()).toEqual([expect.stringContaining("violates the following Content Security Policy")]);
  });

  it("hydrates without a warning if the browser's language changes after the page was parsed", async () => {
    // When the page has been parsed, no module has run.
    const { page, unexpected } = await openReturn(friday, {
      ...tokyo,
      script: `Object.defineProperty(navigator, "languages", {
        get: () => [document.readyState === "loading" ? "en-US" : "en-GB"],
      });
      addEventListener("readystatechange", () => {
        globalThis.written ??= document.querySelector("time").textContent;
      }, true)`,
    });
    await expect.poll(() => time(page)).toMatch(/^23\sNovember\s2126/);
    expect(await page.evaluate("written")).toMatch(/^November\s23,\s2126/);
    // React reports a hydration mismatch on the console.
    expect(unexpected()).toEqual([]);
  });

  it("counts down, says that it takes longer once it has passed without a layout shift, and announces that once", async () => {
    // After a poll, the page would believe the service's clock, which does not move.
    const in20Minutes = Date.now() + 20 * 60_000;
    const phone = { viewport: { width: 390, height: 844 }, ...withClock };
    const { page, requests } = await openReturn(inMinutes(22), phone);
    await page.clock.pauseAt(in20Minutes);
    const heard = await listen(page);
    const told = page.locator("p.news, main:not(:has(p.news)) .relative");
    const line = async () => (await told.innerText()).replace(/\s+/g, " ").trim();
    await expect.poll(line).toBe("in 2 minutes");
    await pass(page, 62_000);
    await expect.poll(line).toBe("in 1 minute");
    await pass(page, 70_000);
    await expect.poll(line).toBe("This is taking longer than expected.");
    expect(await page.locator("p.news").isVisible()).toBe(true);
    expect(await page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    expect(await time(page)).toMatch(/^\w+day \d/);
    for (const ms of [0, 70_000, 60_000]) {
      await pass(page, ms);
      await expect.poll(() => relative(page)).toBe(ms === 60_000 ? "2 minutes ago" : "1 minute ago");
    }
    expect(await heard()).toEqual(["This is taking longer than expected. We're working on it.", ""]);
    expect(requests.filter((path) => path === "/backsoon-notice")).toHaveLength(1);
    await page.clock.resume();
    expect(await shifts(page)).toEqual([]);
  });

  it("shows no remaining time while the visitor's clock is a day wrong", async () => {
    const world = polls(Date.now() + day);
    const { page } = await openReturn(inMinutes(180), { ...tokyo, ...world });
    await expect.poll(() => time(page)).toContain("GMT+9");
    expect(await relative(page)).toBe("\u00a0");
    expect(await page.locator("p.news").count()).toBe(0);
    world.isReached = true;
    await wake(page);
    await expect.poll(() => relative(page)).toBe("in about 3 hours");
    // The page also distrusts a clock that is changed later.
    await page.clock.setSystemTime(Date.now() + 40 * day);
    await expect.poll(() => relative(page)).toBe("\u00a0");
  });

  it("shows how long ago a passed time was only after a poll, in the secondary colour and without a layout shift", async () => {
    const world = polls();
    const phone = { width: 320, height: 568 };
    const { page, unexpected } = await openReturn(inMinutes(-20), { ...tokyo, ...world, viewport: phone });
    await expect.poll(() => time(page)).not.toContain("UTC");
    expect((await relative(page)).trim()).toBe("");
    world.isReached = true;
    await wake(page);
    await expect.poll(() => relative(page)).toBe("about 20 minutes ago");
    const [color, secondary] = await styles(page, "color", ".relative", ".help");
    expect(color).toBe(secondary);
    expect(await page.locator("main").innerText()).not.toContain("UTC");
    expect(await shifts(page)).toEqual([]);
    expect(unexpected().filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
  });

  it("keeps the status line in reading order and its live regions in place when a return is set and removed", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    const { page, unexpected } = await openPage(service.url);
    /** The elements of the page from top to bottom, if that is their order for screen readers too. */
    const order = () =>
      page.evaluate(() => {
        const found = [...document.querySelectorAll("main > *:not(.announcement, .news)")];
        const tops = found.map((element) => element.getBoundingClientRect().top);
        const isInOrder = tops.every((top, index) => index === 0 || top > (tops[index - 1] as number));
        return isInOrder && found.map((element) => element.className || element.nodeName);
      });
    await expect.poll(() => page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    const regions = await page.$$("[role=status]");
    expect(regions).toHaveLength(2);
    await page.locator(".help a").focus();
    const withTime = ["H1", "expected-return", "quiet-line", "message", "help"];
    const withoutTime = ["H1", "expected-return", "message", "help", "quiet-line"];
    for (const [options, expected] of [
      [["--expected-return", "+2h"], withTime],
      [["--as-given", "--expected-return", inMinutes(-3)], withTime],
      [["--expected-return", "On Friday"], withoutTime],
      [["--clear", "expected-return"], withoutTime],
    ] as const) {
      await setNotice(service, ...options);
      await wake(page);
      await expect.poll(order).toEqual(expected);
      const same = await Promise.all(regions.map((region) => region.evaluate((node) => node.isConnected)));
      expect([options, ...same]).toEqual([options, true, true]);
      expect(await page.evaluate(() => document.activeElement?.closest(".help") !== null)).toBe(true);
    }
    expect(unexpected()).toEqual([]);
  });
});
