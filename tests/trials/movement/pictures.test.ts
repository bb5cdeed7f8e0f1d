import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { notice } from "../../support/command/command.ts";
import { healthyApp, startFront } from "../../support/network/front.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** The pictures of the README and of docs/brand.md were made here, with Noto fonts. */
const folder = "var/pictures";

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const moving = ["--title", "We are moving to a faster home", "--expected-return", "+3h"];
const message =
  "Our database is on its way to new hardware. Your data is safe, and everything you saved is still there.";
const english = [...moving, "--message", message];
const soon = ["--expected-return", "+3h"];

async function picture(page: Page, name: string): Promise<void> {
  const path = `${folder}/${name}.png`;
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}

async function expectNoScrolling(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(content).toBe(window);
}

describe("The whole notice fits into one window without scrolling", () => {
  it.each<[string, BrowserContextOptions, string[]]>([
    ["light", desktop, english],
    ["dark", { ...desktop, colorScheme: "dark" }, english],
    ["phone", phone, english],
    ["phone-dark", { ...phone, colorScheme: "dark" }, english],
    ["arabic", { ...desktop, locale: "ar" }, soon],
    ["japanese", { ...desktop, locale: "ja" }, soon],
    ["forced-colors", { ...desktop, forcedColors: "active" }, english],
    ["laptop", { viewport: { width: 1366, height: 768 }, locale: "de" }, soon],
    ["wide", { viewport: { width: 3840, height: 2160 } }, english],
    ...["bank", "shop", "office"].flatMap((name): [string, BrowserContextOptions, string[]][] => [
      [`brand/${name}-light`, desktop, moving],
      [`brand/${name}-dark`, { ...desktop, colorScheme: "dark" }, moving],
      [`brand/${name}-phone`, phone, moving],
      [`brand/${name}-arabic`, { ...desktop, locale: "ar" }, soon],
    ]),
  ])("%s", async (name, options, args) => {
    const [, brand] = /^brand\/(\w+)-/.exec(name) ?? [];
    const service = await serveHere(brand ? { BRAND_DIR: `docs/brand/${brand}` } : {});
    expect(service.log().filter(({ level }) => level >= 50)).toEqual([]);
    await notice(service.env, ["set", ...args]);
    const { page, unexpected } = await openPage(service.url, options);
    await picture(page, name);
    await expectNoScrolling(page);
    for (const text of await page.locator("h1, p").all()) expect(await text.isVisible()).toBe(true);
    expect(unexpected()).toEqual([]);
  });

  it("when the app is back", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "600" });
    const front = await startFront(service.url);
    const { page } = await openPage(front.url, { ...desktop, script: "Math.random = () => 0.9" });
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => page.locator("h1").innerText()).toBe("We're back");
    await picture(page, "back");
    await expectNoScrolling(page);
  });
});

it("The contact line is visible without scrolling in a narrow window", async () => {
  const service = await serveHere();
  await notice(service.env, ["set", ...english]);
  const { page } = await openPage(service.url, { viewport: { width: 320, height: 800 } });
  await picture(page, "narrow");
  const { y, height } = (await page.locator(".help").boundingBox()) ?? expect.fail("no help");
  expect(y + height).toBeLessThanOrEqual(800);
});
