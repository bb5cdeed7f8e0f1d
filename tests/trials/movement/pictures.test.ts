import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { notice } from "../../support/command/command.ts";
import { healthyApp, startFront } from "../../support/network/front.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** Each run leaves pictures of the page here. The README's pictures were made this way with Noto fonts. */
const folder = "var/pictures";
const open = launchBrowser();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const english = [
  "--title",
  "We are moving to a faster home",
  "--message",
  "Our database is on its way to new hardware. Your data is safe, and everything you saved is still there.",
  "--expected-return",
  "+3h",
];
const defaults = ["--expected-return", "+2h"];

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** The heights of the page and of the window. */
const heights = (page: Page) =>
  page.evaluate(() => [document.documentElement.scrollHeight, innerHeight] as const);

describe("The whole notice fits into one window without scrolling", () => {
  it.each<[string, BrowserContextOptions, string[]]>([
    ["light", desktop, english],
    ["dark", { ...desktop, colorScheme: "dark" }, english],
    ["phone", phone, english],
    ["phone-dark", { ...phone, colorScheme: "dark" }, english],
    ["arabic", { ...desktop, locale: "ar" }, defaults],
    ["japanese", { ...desktop, locale: "ja" }, defaults],
    ["forced-colors", { ...desktop, forcedColors: "active" }, english],
    ["laptop", { viewport: { width: 1366, height: 768 }, locale: "de" }, defaults],
    ["wide", { viewport: { width: 3840, height: 2160 } }, english],
  ])("%s", async (name, options, args) => {
    const service = await serveHere();
    await notice(service.env, ["set", ...args]);
    const { page } = await open(service.url, { ...options, reducedMotion: "reduce" });
    await picture(page, name);
    const [content, window] = await heights(page);
    expect(content).toBe(window);
    for (const text of await page.locator("h1, p").all()) expect(await text.isVisible()).toBe(true);
  });

  it("back", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "600" });
    await notice(service.env, ["set", ...english]);
    const front = await startFront(service.url);
    const options = { ...desktop, reducedMotion: "reduce" } as const;
    const { page } = await open(front.url, options, "Math.random = () => 0.9");
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => page.locator("h1").innerText()).toBe("We're back");
    await picture(page, "back");
    const [content, window] = await heights(page);
    expect(content).toBe(window);
  });
});

it("the contact line is visible without scrolling in a narrow window", async () => {
  const service = await serveHere();
  await notice(service.env, ["set", ...english]);
  const options = { viewport: { width: 320, height: 800 }, reducedMotion: "reduce" } as const;
  const { page } = await open(service.url, options);
  await picture(page, "narrow");
  const { y, height } = (await page.locator(".help").boundingBox()) ?? expect.fail("no help");
  expect(y + height).toBeLessThanOrEqual(800);
});

// Without a Thai font, the page needs more room, so its height is not tested.
it("the notice in Thai has Thai letters", async () => {
  const service = await serveHere();
  await notice(service.env, ["set", ...defaults]);
  const { page } = await open(service.url, { ...desktop, locale: "th", reducedMotion: "reduce" });
  expect(await page.locator("h1").innerText()).toMatch(/^\p{Script=Thai}+$/u);
  await picture(page, "thai");
});
