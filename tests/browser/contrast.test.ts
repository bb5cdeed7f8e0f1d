import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { contrasts } from "../support/browser/contrast.ts";
import { wake } from "../support/browser/events.ts";
import { withClock } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const long = { timeout: 20_000 };
const least = 7;

/** The texts whose contrast is too low; a page on which fewer texts are seen was not looked at. */
async function tooWeak(page: Page, texts: number) {
  const found = await contrasts(page);
  expect(found.length).toBeGreaterThanOrEqual(texts);
  return found.filter(({ ratio }) => ratio < least);
}

describe("every text has a contrast of 7 to 1 at least with whatever is behind it", () => {
  it.each(["light", "dark"] as const)("in %s, in each state of the page", async (colorScheme) => {
    const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "600" });
    const front = await startFront(service.url);
    const set = (...args: string[]) => notice(service.env, ["set", ...args]);
    await set("--title", "We are moving", "--message", "One.\n\nTwo.", "--expected-return", "+2h");
    const { page } = await open(front.url, { colorScheme, bypassCSP: true });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "light" ? "rgb(251, 246, 238)" : "rgb(26, 21, 18)");

    await expect.poll(() => page.locator("main").innerText(), long).toContain("hours");
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      expect(await tooWeak(page, 8)).toEqual([]);
    }
    await set("--as-given", "--expected-return", "2026-01-01T00:00:00Z");
    await expect.poll(() => page.locator("main").innerText(), long).toContain("longer than expected");
    expect(await tooWeak(page, 8)).toEqual([]);
    front.answerWith(healthyApp);
    await expect.poll(() => page.locator("body").innerText(), long).toContain("We're back");
    expect(await tooWeak(page, 2)).toEqual([]);
  });

  it.each(["light", "dark"] as const)("in %s, also while it is marked as changed", async (colorScheme) => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    const options = { colorScheme, bypassCSP: true } as const;
    const { page } = await open(service.url, options, "", withClock);
    // The marks stay as long as no time passes.
    await page.clock.pauseAt(Date.now() + 60_000);
    const changes = ["--title", "Other", "--message", "Words.", "--expected-return", "2126-11-21T18:30:00Z"];
    await notice(service.env, ["set", ...changes, "--contact-email", "other@example.com"]);
    await wake(page);
    const marked = page.locator("[data-changed]");
    await expect.poll(() => marked.count(), long).toBe(4);
    const grounds = await marked.evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor));
    const mark = colorScheme === "light" ? "rgb(248, 226, 189)" : "rgb(58, 42, 27)";
    expect(grounds).toEqual([mark, mark, mark, mark]);
    expect(await tooWeak(page, 8)).toEqual([]);
    expect(await marked.count()).toBe(4);
  });

  it("and one that is too weak is seen, also where the ground is darkest alone", async () => {
    const service = await serveHere();
    const { page } = await open(service.url, {
      colorScheme: "light",
      bypassCSP: true,
    });
    await page.addStyleTag({ content: "h1, .thanks { color: #515151 } .message { opacity: 0.7 }" });
    expect((await tooWeak(page, 5)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^We're currently/),
      "Thank you for your patience.",
    ]);
  });
});
