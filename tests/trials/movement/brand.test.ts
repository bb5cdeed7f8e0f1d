import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { openPage } from "../../support/browser/browser.ts";
import { boxOf, contrasts, overflow, resize, shifts, violations } from "../../support/browser/looks.ts";
import { startSlowFront, tellsOfPaints } from "../../support/browser/slow-page.ts";
import { serveHere } from "../../support/service/service-here.ts";

const desktop = { viewport: { width: 1440, height: 900 } };
const narrow = { viewport: { width: 320, height: 640 } };
const finger = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const longest = {
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
const wordmark = { ...acme, showName: false, accent: "#ffe600" };
const withLogo = { "logo.svg": logo };

describe("A brand", () => {
  it("causes no layout shift, even if the page arrives slowly", async () => {
    const { url } = await serveHere({ BRAND_DIR: brandFolder(acme, withLogo) });
    const moving = { ...desktop, reducedMotion: "no-preference" } as const;
    const { page } = await openPage(await startSlowFront(url), { ...moving, script: tellsOfPaints });
    expect(await shifts(page)).toEqual([]);
    for (const selector of [".brand", "main", "footer", ".sunrise", ".brand-foot"])
      expect(await page.locator(selector).isVisible()).toBe(true);
  });

  it.each<[string, object, Record<string, string>, BrowserContextOptions]>([
    ["in light", acme, {}, desktop],
    ["in dark, from right to left", acme, {}, { ...desktop, colorScheme: "dark", locale: "ar" }],
    ["in forced colours, on a small phone", acme, withLogo, { ...narrow, forcedColors: "active" }],
    ["with only a wordmark, and a yellow sun", wordmark, withLogo, narrow],
    ["on a touch screen", acme, {}, finger],
    ["with the longest texts, on a small phone", longest, {}, narrow],
    ["with the longest texts, in dark", longest, withLogo, { ...narrow, colorScheme: "dark" }],
  ])("is legible and large enough to touch, without overflow or layout shift: %s", async (...given) => {
    const [_name, brand, files, options] = given;
    const { url } = await serveHere({ BRAND_DIR: brandFolder(brand, files) });
    const { page } = await openPage(url, { colorScheme: "light", ...options, bypassCSP: true });
    expect(await shifts(page)).toEqual([]);
    // The visitor chooses forced colours.
    if (!options.forcedColors) expect((await contrasts(page)).filter(({ ratio }) => ratio < 7)).toEqual([]);
    const sizesOf = (selector: string) =>
      page.locator(selector).evaluateAll((links) =>
        links.flatMap((link) => {
          const { width, height } = link.getBoundingClientRect();
          return [width, height];
        }),
      );
    const sizes = await sizesOf("a");
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    expect(Math.min(...(await sizesOf(".brand-foot a")))).toBeGreaterThanOrEqual(options.hasTouch ? 44 : 24);
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page, 15)).toEqual([]);
  });

  it.each(["bank", "shop"])("has its logo 24 pixels below the top edge, in the example %s", async (name) => {
    const { url } = await serveHere({ BRAND_DIR: `docs/brand/${name}` });
    const { page } = await openPage(url);
    for (const size of ["1366x768", "390x664"]) {
      await resize(page, size);
      expect([size, (await boxOf(page, ".brand > *")).y]).toEqual([size, 24]);
    }
  });
});
