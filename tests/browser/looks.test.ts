import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { overflow } from "../support/browser/overflow.ts";
import { stoppedAnimations } from "../support/browser/page-time.ts";
import { shownFonts } from "../support/browser/shown-fonts.ts";
import { notice } from "../support/command/command.ts";
import { serveWith } from "../support/service/service-here.ts";

const open = launchBrowser(still);

describe("the page looks right", () => {
  const rich = [
    "--title",
    "We are moving",
    "--message",
    "Soon.",
    "--expected-return",
    "2126-11-21T18:30:00Z",
  ];

  it.runIf(process.platform === "linux")("in the fonts of the tests, whatever the machine has", async () => {
    const { page } = await open((await serveWith(...rich)).url);
    const fonts = ["h1", ".message", ".lead > span", ".help"].map((selector) => shownFonts(page, selector));
    const [serif, sans] = [["DejaVu Serif"], ["DejaVu Sans"]];
    expect(await Promise.all(fonts)).toEqual([serif, sans, serif, sans]);
  });

  it("in the visitor's forced colours", async () => {
    const service = await serveWith(...rich);
    const { page } = await open(service.url, { forcedColors: "active" });
    const [sun, text] = await page.evaluate(() =>
      [".sunrise", "h1"].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).color,
      ),
    );
    expect(sun).toBe(text);
  });

  const long = [
    "--title",
    "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2),
    "--message",
    `${"x".repeat(500)} ${"Wort 😀👩‍👩‍👧 ".repeat(80)}`,
    "--expected-return",
    "M".repeat(200),
    "--contact-email",
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.example.com`,
  ];

  it.each([
    [320, 640],
    [320, 256],
    [640, 400],
    [1440, 900],
    [3840, 2160],
  ])("at %i × %i pixels, with short and with endless words", async (width, height) => {
    const service = await serveWith(...rich);
    const { page } = await open(service.url, { viewport: { width, height } });
    expect(await overflow(page)).toEqual([]);
    await notice(service.env, ["set", ...long]);
    await reload(page);
    expect(await page.locator("h1").innerText()).toContain("Donau");
    expect(await overflow(page)).toEqual([]);
  });

  it("with a text from right to left, whose direction is its own", async () => {
    const service = await serveWith(
      "--title",
      "صيانة مجدولة",
      "--message",
      "نعود قريباً — 12:30",
      "--expected-return",
      "بعد ساعتين",
    );
    const { page } = await open(service.url);
    const directions = await page.evaluate(() =>
      ["h1", ".message", ".expected-return bdi", "footer p", "html"].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).direction,
      ),
    );
    expect(directions).toEqual(["rtl", "rtl", "rtl", "ltr", "ltr"]);
    expect(await overflow(page)).toEqual([]);
  });

  it("without motion for those who asked for none", async () => {
    const service = await serveWith();
    const running = async (reducedMotion: "reduce" | "no-preference") => {
      const { page } = await open(service.url, { reducedMotion }, stoppedAnimations);
      return page.evaluate(() => document.getAnimations().length);
    };
    expect(await running("reduce")).toBe(0);
    expect(await running("no-preference")).toBeGreaterThan(0);
  });

  it("with its one link in reach of the keyboard, and its focus in sight", async () => {
    const service = await serveWith();
    const { page } = await open(service.url);
    await page.keyboard.press("Tab");
    const [focused, outline] = await page.evaluate(() => [
      document.activeElement?.textContent,
      getComputedStyle(document.activeElement as Element).outlineStyle,
    ]);
    expect([focused, outline]).toEqual(["support@example.com", "solid"]);
  });

  it("with a decoration that screen readers do not meet", async () => {
    const service = await serveWith();
    const { page } = await open(service.url);
    expect(await page.locator("svg:not([aria-hidden=true])").count()).toBe(0);
    expect(await page.locator("main, footer").locator("svg, img").count()).toBe(0);
  });
});

describe("hostile text", () => {
  it.each([
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>",
    "$& $1 $` {{page}} <!--",
    "a\u2028b\u2029c",
    "javascript:alert(1)",
  ])("is shown as text, never run: %s", async (text) => {
    const service = await serveWith("--title", text, "--message", text, "--expected-return", text);
    const { page, unexpected, requests } = await open(service.url);
    expect(await page.locator("h1").textContent()).toBe(text);
    expect(await page.locator(".message").textContent()).toBe(text);
    expect(await page.locator(".expected-return p").textContent()).toBe(text);
    expect(unexpected()).toEqual([]);
    expect(requests).toHaveLength(3);
  });
});
