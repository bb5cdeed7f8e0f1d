import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { locales } from "../../../web/locales/locales.ts";
import { launchBrowser, startBrowser, still } from "../../support/browser/browser.ts";
import { overflow, shownFonts } from "../../support/browser/looks.ts";
import { notice } from "../../support/command/command.ts";
import { serveWith } from "../../support/service/service-here.ts";

const phone = { viewport: { width: 320, height: 568 } };
/** By the family of what is not in serif; browsers on Linux alone can be told. */
const machines = Object.entries({ "DejaVu Sans": inject("fontconfig"), ...inject("otherFonts") });

describe.runIf(process.platform === "linux").each(machines)("The page on a machine with %s", (...machine) => {
  const [family, fontconfig] = machine;
  let browser: Promise<Browser>;
  beforeAll(() => {
    browser = startBrowser(fontconfig);
  });
  afterAll(async () => (await browser).close());
  const open = launchBrowser(still, () => browser);

  it("uses that font, and changes in place", async () => {
    const service = await serveWith("--title", "We are moving", "--expected-return", "+3h");
    const { page, unexpected } = await open(service.url, phone);
    expect(await shownFonts(page, ".message")).toEqual([family]);
    const title = await page.locator("h1").elementHandle();
    await notice(service.env, ["set", "--title", "We have moved", "--message", "Soon."]);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => title?.innerText()).toBe("We have moved");
    expect(await page.locator(".message").innerText()).toBe("Soon.");
    expect(await overflow(page)).toEqual([]);
    expect(unexpected()).toEqual([]);
  });

  it("fits a phone's window in Urdu", async () => {
    const { url } = await serveWith("--expected-return", "+3d");
    const { page } = await open(url, { viewport: { width: 390, height: 844 }, locale: "ur" });
    await expect.poll(() => page.locator(".relative").innerText()).toMatch(/\S/);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
  });

  it("fits the smallest phone in every language", async () => {
    const { url } = await serveWith("--expected-return", "+21d");
    const { page } = await open(url, phone);
    for (const { tag } of locales) {
      await page.setExtraHTTPHeaders({ "Accept-Language": tag });
      await page.goto(url);
      expect(await page.locator("html").getAttribute("lang")).toBe(tag);
      expect([tag, await overflow(page)]).toEqual([tag, []]);
    }
  });
});
