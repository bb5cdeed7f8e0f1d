import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { setHidden, wake } from "../support/browser/events.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { type Waiting, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };
const away = "Under Maintenance";
const message = "What we are doing takes a while. ".repeat(60);

/** A page that polls when it is told to, with everything to hide, and five minutes between the return and the app. */
async function waitingLong(): Promise<Waiting> {
  const opened = await waiting("/", {
    settings: { POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "600" },
    script: "Math.random = () => 0.5",
    world: withClock,
  });
  const set = ["set", "--message", message, "--expected-return", "soon"];
  expect((await notice(opened.service.env, set)).code).toBe(0);
  await wake(opened.page);
  await expect.poll(() => opened.page.locator(".message").innerText(), long).toBe(message.trim());
  return opened;
}

/** A script with which a page counts how often it has begun to wait for its next poll. */
const countedWaits = `{
  const wait = window.setTimeout;
  window.waitsForPolls = 0;
  window.setTimeout = (work, ms, ...rest) => {
    if (ms === 30_000 || ms === 60_000) window.waitsForPolls += 1;
    return wait(work, ms, ...rest);
  };
}`;

const texts = (page: Page) =>
  page
    .locator("main :is(h1, h2, p):not([role=status])")
    .filter({ visible: true, hasText: /./ })
    .allInnerTexts();
const isBack = (page: Page) => expect.poll(() => page.locator("h1").innerText(), long).toBe("We're back");
const isAway = (page: Page) => expect.poll(() => page.locator("h1").innerText(), long).toBe(away);

/** Lets the app answer, and the page notice. */
async function comeBack({ page, front }: Waiting): Promise<void> {
  front.answerWith(healthyApp);
  await wake(page);
  await isBack(page);
}

/** Lets the app go away again before the page loads it. */
async function goAway({ page, front }: Waiting): Promise<void> {
  front.answerWith();
  await page.clock.fastForward(301_000);
  await isAway(page);
}

describe("once the app is back, the page", () => {
  it("says so in its heading and title alone, and shows everything again if the app goes away again", async () => {
    const opened = await waitingLong();
    const { page } = opened;
    const before = await texts(page);
    expect(before).toContain("soon");
    await comeBack(opened);
    expect(await page.title()).toBe("We're back");
    expect(await texts(page)).toEqual(["We're back", "Opening the page…"]);
    await goAway(opened);
    expect(await page.title()).toBe(away);
    expect(await texts(page)).toEqual(before);
  });

  it("keeps the help line while it holds the focus", async () => {
    const opened = await waitingLong();
    const { page } = opened;
    await page.getByRole("link").focus();
    await page.evaluate(() => Object.assign(window, { focused: document.activeElement }));
    const isFocused = () => page.evaluate(() => document.activeElement === Object(window).focused);
    await comeBack(opened);
    expect(await isFocused()).toBe(true);
    expect(await texts(page)).toEqual(["We're back", "Opening the page…", "Need help? support@example.com"]);
    await goAway(opened);
    expect(await isFocused()).toBe(true);
  });

  it.each([
    ["a phone", 568],
    ["a window that even this is too long for", 256],
  ])("brings that into view on %s, and later the place where the visitor was", async (_name, height) => {
    const opened = await waitingLong();
    const { page } = opened;
    await page.setViewportSize({ width: 320, height });
    await page.getByRole("link").focus();
    await page.evaluate(() => scrollTo(0, 700));
    expect(await page.evaluate(() => scrollY)).toBe(700);
    await comeBack(opened);
    for (const selector of ["h1", ".message"]) {
      const box = await page.locator(selector).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
    await goAway(opened);
    await expect.poll(() => page.evaluate(() => scrollY), long).toBe(700);
  });

  it.each([
    [320, 568],
    [390, 844],
    [844, 390],
    [1440, 900],
  ])(
    "fills the window with one view of the heading, the risen sun and a warm sky: %i × %i",
    async (...size) => {
      const opened = await waitingLong();
      const { page } = opened;
      const [width, height] = size;
      await page.setViewportSize({ width, height });
      const sky = () =>
        page.evaluate(() => getComputedStyle(document.querySelector("#page") as Element, "::before").opacity);
      expect(await sky()).toBe("0");
      await comeBack(opened);
      expect(await sky()).toBe("1");
      const [title, message, sun] = await Promise.all(
        ["h1", ".message", ".sun"].map(
          async (it) => (await page.locator(it).boundingBox()) ?? expect.fail(it),
        ),
      );
      expect(title?.y).toBeGreaterThan(0);
      expect(sun?.y).toBeGreaterThan((message?.y ?? 0) + (message?.height ?? 0));
      expect((sun?.y ?? 0) + (sun?.height ?? 0)).toBeLessThan(height);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    },
  );

  it.each(["reduce", "no-preference"] as const)(
    "has the whole sun above the horizon, motion: %s",
    async (motion) => {
      const opened = await waitingLong();
      const { page } = opened;
      await page.emulateMedia({ reducedMotion: motion });
      /** How much of the sun can be seen, of 1. */
      const seen = () =>
        page.evaluate(() => {
          const [sun, horizon] = [".sun", "footer"].map((it) =>
            document.querySelector(it)?.getBoundingClientRect(),
          );
          return ((horizon?.top ?? 0) - (sun?.top ?? 0)) / (sun?.height ?? 1);
        });
      await pass(page, 5_000);
      await expect.poll(seen, long).toBeLessThan(0.6);
      await comeBack(opened);
      if (motion === "reduce") expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await expect.poll(seen, long).toBeGreaterThan(1);
    },
  );

  it("waits in the background until it is shown, with its title changed as long as the app is back", async () => {
    const { page, front } = await waiting("/", {
      settings: { POLL_SECONDS: "30", RETURN_SPREAD_SECONDS: "600" },
      script: `Math.random = () => 0.5; ${countedWaits}`,
      world: withClock,
    });
    let waits = 0;
    const waitsAnew = async (): Promise<void> => {
      const count = () => page.evaluate(() => Object(window).waitsForPolls as number);
      await expect.poll(count, long).toBeGreaterThan(waits);
      waits = await count();
    };
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    await waitsAnew();
    await setHidden(page, true);
    const title = (expected: string) => expect.poll(() => page.title(), long).toBe(expected);
    for (const [answer, expected] of [
      [healthyApp, "We're back"],
      [undefined, away],
      [healthyApp, "We're back"],
    ] as const) {
      front.answerWith(answer);
      await waitsAnew();
      await page.clock.fastForward(61_000);
      await title(expected);
    }
    for (let minutes = 0; minutes < 10; minutes += 1) {
      // A minute that passes while the page waits for an answer would be too long for that.
      await waitsAnew();
      const before = front.log.length;
      await page.clock.fastForward(61_000);
      await expect.poll(() => front.log.length, long).toBeGreaterThan(before + 1);
    }
    await waitsAnew();
    expect(await page.title()).toBe("We're back");
    expect(loads).toEqual([]);
    await setHidden(page, false);
    await title("The app");
  });
});
