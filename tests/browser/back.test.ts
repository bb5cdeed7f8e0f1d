import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { setHidden, wake, watchLoads } from "../support/browser/events.ts";
import { pass, plans, withClock } from "../support/browser/page-time.ts";
import { waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const away = "Under Maintenance";
const message = "What we are doing takes a while. ".repeat(60);
/** The page waits five minutes between "We're back" and loading the app. */
const options = {
  settings: { POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "600" },
  script: "Math.random = () => 0.5",
  world: withClock,
};

const texts = (page: Page) =>
  page
    .locator("main :is(h1, h2, p):not([role=status])")
    .filter({ visible: true, hasText: /./ })
    .allInnerTexts();
const heading = (page: Page, text: string) => expect.poll(() => page.locator("h1").innerText()).toBe(text);

describe("The page, once the app is back", () => {
  it("shows only that we're back, in one view, restores the notice if the app fails again, and loads the app after its delay", async () => {
    const { page, front, service } = await waiting("/", options);
    const set = ["set", "--message", message, "--expected-return", "soon"];
    expect((await notice(service.env, set)).code).toBe(0);
    await wake(page);
    await expect.poll(() => page.locator(".message").innerText()).toBe(message.trim());
    const said = () => page.locator(".announcement").textContent();
    const comeBack = async (): Promise<void> => {
      front.answerWith(healthyApp);
      await wake(page);
      await heading(page, "We're back");
    };
    const goAway = async (): Promise<void> => {
      front.answerWith();
      await page.clock.fastForward(301_000);
      await heading(page, away);
    };
    const boxOf = async (selector: string) =>
      (await page.locator(selector).boundingBox()) ?? expect.fail(selector);

    const before = await texts(page);
    expect(before).toContain("soon");
    await comeBack();
    expect([await page.title(), await said()]).toEqual(["We're back", "We're back\nOpening the page…"]);
    expect(await texts(page)).toEqual(["We're back", "Opening the page…"]);
    const loads = front.log.filter((entry) => entry === "GET /").length;
    await goAway();
    expect([await page.title(), await said()]).toEqual([away, `Updated:\n${away}`]);
    expect(await texts(page)).toEqual(before);
    expect(front.log.filter((entry) => entry === "GET /")).toHaveLength(loads);

    // Heading, risen sun and warm sky fit into one view.
    const sky = () =>
      page.evaluate(() => getComputedStyle(document.querySelector("#page") as Element, "::before").opacity);
    expect(await sky()).toBe("0");
    await comeBack();
    expect(await sky()).toBe("1");
    for (const [width, height] of [
      [320, 568],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [title, message, sun] = [await boxOf("h1"), await boxOf(".message"), await boxOf(".sun")];
      expect(title.y).toBeGreaterThan(0);
      expect(sun.y).toBeGreaterThan(message.y + message.height);
      expect(sun.y + sun.height).toBeLessThan(height);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    }
    await goAway();

    // The help line stays while it has the focus, even in a window that is too low for it.
    const isFocused = () => page.evaluate(() => document.activeElement === Object(window).focused);
    for (const height of [568, 256]) {
      await page.setViewportSize({ width: 320, height });
      await page.getByRole("link").focus();
      await page.evaluate(() => Object.assign(window, { focused: document.activeElement }));
      await page.evaluate(() => scrollTo(0, 700));
      expect(await page.evaluate(() => scrollY)).toBe(700);
      await comeBack();
      for (const selector of ["h1", ".message"]) {
        const { y, height: tall } = await boxOf(selector);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + tall).toBeLessThanOrEqual(height);
      }
      expect(await texts(page)).toEqual([
        "We're back",
        "Opening the page…",
        "Need help? support@example.com",
      ]);
      expect(await isFocused()).toBe(true);
      await goAway();
      expect(await isFocused()).toBe(true);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
    }

    await comeBack();
    // The sun rises as far with animation.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const isUp = async () => {
      const [sun, horizon] = [await boxOf(".sun"), await boxOf("footer")];
      return sun.y + sun.height < horizon.y;
    };
    await expect.poll(isUp).toBe(true);
    const asked = [...front.log];
    await pass(page, 290_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(asked);
    await page.clock.fastForward(11_000);
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("does not load the app in a background tab until the tab is shown, and keeps the title current", async () => {
    const settings = { POLL_SECONDS: "40", RETURN_SPREAD_SECONDS: "600" };
    const { page, front } = await waiting("/", { ...options, settings });
    let planned = 0;
    const plansAnew = async (): Promise<void> => {
      await expect.poll(() => plans(page)).toBeGreaterThan(planned);
      planned = await plans(page);
    };
    const loads = watchLoads(page);
    await plansAnew();
    await setHidden(page, true);
    const title = (expected: string) => expect.poll(() => page.title()).toBe(expected);
    for (const [answer, expected] of [
      [healthyApp, "We're back"],
      [undefined, away],
      [healthyApp, "We're back"],
    ] as const) {
      front.answerWith(answer);
      await plansAnew();
      await page.clock.fastForward(61_000);
      await title(expected);
    }
    // Six minutes are longer than the five minutes of delay.
    for (let minutes = 0; minutes < 6; minutes += 1) {
      // If a minute passed while the page waits for a reply, the poll would time out.
      await plansAnew();
      const before = front.log.length;
      await page.clock.fastForward(61_000);
      await expect.poll(() => front.log.length).toBeGreaterThan(before);
    }
    await plansAnew();
    expect(await page.title()).toBe("We're back");
    expect(loads).toEqual([]);
    await setHidden(page, false);
    await title("The app");
  });
});
