import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setHidden, wake } from "../support/browser/events.ts";
import { boxOf, resize } from "../support/browser/looks.ts";
import { pass } from "../support/browser/page-time.ts";
import { standing } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const away = "Under Maintenance";
/** The page waits five minutes between "We're back" and loading the app. */
const options = { settings: { RETURN_SPREAD_SECONDS: "600" }, script: "Math.random = () => 0.5" };

const shownTexts = { visible: true, hasText: /./ };
const texts = (page: Page) =>
  page.locator("main :is(h1, h2, p):not([role=status])").filter(shownTexts).allInnerTexts();

describe("The page, once the app is back", () => {
  it("shows only that we're back, in one view, restores the notice if the app fails again, and loads the app after its delay", async () => {
    const { page, front, loads, change } = await standing("/", options);
    const message = "What we are doing takes a while. ".repeat(60);
    await change("--message", message, "--expected-return", "soon");
    await expect.poll(() => page.locator(".message").innerText()).toBe(message.trim());
    const heading = (text: string) => expect.poll(() => page.locator("h1").innerText()).toBe(text);
    const said = () => page.locator(".announcement").textContent();
    const comeBack = async (): Promise<void> => {
      front.answerWith(healthyApp);
      await wake(page);
      await heading("We're back");
    };
    const goAway = async (): Promise<void> => {
      front.answerWith();
      await page.clock.fastForward(301_000);
      await heading(away);
      // The page scrolls back a moment later.
      await page.clock.runFor(1);
    };
    const box = (selector: string) => boxOf(page, selector);

    const before = await texts(page);
    expect(before).toContain("soon");
    await comeBack();
    expect([await page.title(), await said()]).toEqual(["We're back", "We're back\nOpening the page…"]);
    expect(await texts(page)).toEqual(["We're back", "Opening the page…"]);
    await goAway();
    expect([await page.title(), await said()]).toEqual([away, `Updated:\n${away}`]);
    expect(await texts(page)).toEqual(before);
    expect(loads).toEqual([]);

    // Heading, risen sun and warm sky fit into one view.
    const sky = () =>
      page.evaluate(() => getComputedStyle(document.querySelector("#page") as Element, "::before").opacity);
    expect(await sky()).toBe("0");
    await comeBack();
    expect(await sky()).toBe("1");
    for (const size of ["320x568", "844x390", "1440x900"]) {
      const height = await resize(page, size);
      const [title, message, sun] = [await box("h1"), await box(".message"), await box(".sun")];
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
        const { y, height: tall } = await box(selector);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + tall).toBeLessThanOrEqual(height);
      }
      const help = "Need help? support@example.com";
      expect(await texts(page)).toEqual(["We're back", "Opening the page…", help]);
      expect(await isFocused()).toBe(true);
      await goAway();
      expect(await isFocused()).toBe(true);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
    }

    await comeBack();
    // The sun rises as far with animation.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const sunEnd = async () => (await box(".sun")).y + (await box(".sun")).height;
    await expect.poll(sunEnd).toBeLessThan((await box("footer")).y);
    const asked = [...front.log];
    await pass(page, 290_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(asked);
    await page.clock.fastForward(11_000);
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("does not load the app in a background tab until the tab is shown, and keeps the title current", async () => {
    const { page, poll, pass, loads, returns, meets } = await standing("/", options);
    await setHidden(page, true);
    for (const reply of [healthyApp, undefined, healthyApp]) {
      await meets(reply);
      expect(await page.title()).toBe(reply ? "We're back" : away);
    }
    // Longer than the delay of five minutes.
    await poll(() => pass(3_601_000));
    expect(await page.title()).toBe("We're back");
    expect(loads).toEqual([]);
    await returns(() => setHidden(page, false));
  });
});
