import { mkdirSync } from "node:fs";
import axe from "axe-core";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import { contrasts, shifts } from "../../support/browser/looks.ts";
import { startSlowFront, tellsOfPaints } from "../../support/browser/slow-page.ts";
import { notice } from "../../support/command/command.ts";
import { serveHere } from "../../support/service/service-here.ts";

const open = launchBrowser(still);
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const narrow = { viewport: { width: 320, height: 640 } };
const folder = "var/pictures/brand";

const worst = {
  ...acme,
  name: "W".repeat(60),
  accent: "#ffff00",
  footer: "A footer of many words, all of which have room ".repeat(4),
  links: Array.from({ length: 8 }, (_, index) => ({
    kind: "social" as const,
    url: `https://a.example/${index}`,
    label: index === 7 ? "i" : `${index}${"W".repeat(39)}`,
  })),
};

describe("A brand", () => {
  it("causes no layout shift, even if the page arrives slowly", async () => {
    const { url } = await serveHere({ BRAND_DIR: brandFolder(acme, { "logo.svg": logo }) });
    const moving = { ...desktop, reducedMotion: "no-preference" } as const;
    const { page } = await open(await startSlowFront(url), moving, tellsOfPaints);
    expect(await shifts(page)).toEqual([]);
    for (const selector of [".brand", "main", "footer", ".sunrise", ".brand-foot"])
      expect(await page.locator(selector).isVisible()).toBe(true);
  });

  it.each<[string, object, Record<string, string>, BrowserContextOptions]>([
    ["in light", acme, {}, { ...desktop, colorScheme: "light" }],
    ["in dark, from right to left", acme, {}, { ...desktop, colorScheme: "dark", locale: "ar" }],
    [
      "in forced colours, on a small phone",
      acme,
      { "logo.svg": logo },
      { ...narrow, forcedColors: "active" },
    ],
    [
      "as a wordmark alone, with a yellow sun",
      { ...acme, showName: false, accent: "#ffe600" },
      { "logo.svg": logo },
      { ...narrow, colorScheme: "light" },
    ],
    ["by a finger", acme, {}, { ...phone, hasTouch: true, isMobile: true }],
    ["of the longest texts, on a small phone", worst, {}, { ...narrow, colorScheme: "light" }],
    ["of the longest texts, in dark", worst, { "logo.svg": logo }, { ...narrow, colorScheme: "dark" }],
  ])("is legible and large enough to touch, without overflow or layout shift: %s", async (...given) => {
    const [_name, brand, files, options] = given;
    const { url } = await serveHere({ BRAND_DIR: brandFolder(brand, files) });
    const { page } = await open(url, { ...options, bypassCSP: true });
    // First, because a full-page screenshot resizes the window.
    expect(await shifts(page)).toEqual([]);
    // Forced colours are chosen by the visitor.
    if (!options.forcedColors) expect((await contrasts(page)).filter(({ ratio }) => ratio < 7)).toEqual([]);
    const found = await page.evaluate(() => {
      const links = [...document.querySelectorAll("a")].map((link) => link.getBoundingClientRect());
      return {
        small: links.filter(({ width, height }) => width < 24 || height < 24).length,
        smallest: Math.min(
          ...[...document.querySelectorAll(".brand-foot a")]
            .map((link) => link.getBoundingClientRect())
            .flatMap(({ width, height }) => [width, height]),
        ),
        links: links.length,
        overflow: document.documentElement.scrollWidth > innerWidth,
      };
    });
    expect(found).toMatchObject({ small: 0, overflow: false });
    expect(found.smallest).toBeGreaterThanOrEqual(options.hasTouch ? 44 : 24);
    expect(found.links).toBeGreaterThan(5);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => Reflect.get(window, "axe").run());
    expect(violations.map(({ id, nodes }: axe.Result) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe("The example brand", () => {
  const words = ["--title", "We are moving to a faster home", "--expected-return", "+3h"];
  it.each<[string, string, BrowserContextOptions]>(
    ["bank", "shop", "office"].flatMap((name): [string, string, BrowserContextOptions][] => [
      [name, "light", desktop],
      [name, "dark", { ...desktop, colorScheme: "dark" }],
      [name, "phone", phone],
      [name, "arabic", { ...desktop, locale: "ar" }],
    ]),
  )("%s fits into one window without scrolling: %s", async (name, kind, options) => {
    const service = await serveHere({ BRAND_DIR: `docs/brand/${name}` });
    expect(service.log().filter(({ level }) => level >= 50)).toEqual([]);
    await notice(service.env, ["set", ...(kind === "arabic" ? words.slice(2) : words)]);
    const { page, unexpected } = await open(service.url, options);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}-${kind}.png`, fullPage: true });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(content).toBe(window);
    expect(unexpected()).toEqual([]);
  });

  it.each(["bank", "shop"])(
    "%s has its logo 24 pixels below the top edge, on a laptop and a low phone",
    async (name) => {
      const service = await serveHere({ BRAND_DIR: `docs/brand/${name}` });
      await notice(service.env, ["set", ...words]);
      const { page } = await open(service.url);
      for (const [width, height] of [
        [1366, 768],
        [390, 664],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect([width, (await page.locator(".brand > *").boundingBox())?.y]).toEqual([width, 24]);
      }
    },
  );
});
