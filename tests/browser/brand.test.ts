import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { acme, brandFolder, logo } from "../support/brand.ts";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { shifts } from "../support/browser/shifts.ts";
import { startSlowFront, tellsOfPaints } from "../support/browser/slow-page.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const long = { timeout: 20_000 };
const desktop = { viewport: { width: 1440, height: 900 } };

describe("a brand", () => {
  it("stays in the title of the tab when the notice changes, and when the app is back", async () => {
    const service = await serveHere({
      BRAND_DIR: brandFolder(acme),
      POLL_SECONDS: "1",
      RETURN_SPREAD_SECONDS: "600",
    });
    const front = await startFront(service.url);
    const { page } = await open(front.url);
    expect(await page.title()).toBe("Under Maintenance – Acme");
    await notice(service.env, ["set", "--title", "We are moving"]);
    await expect.poll(() => page.title(), long).toBe("We are moving – Acme");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("We're back – Acme");
    expect(await page.locator(".brand a").getAttribute("href")).toBe("https://acme.example/");
  });

  it("does not move what has been painted, however slowly the page comes", async () => {
    const { url } = await serveHere({ BRAND_DIR: brandFolder(acme, { "logo.svg": logo }) });
    const options = { ...desktop, reducedMotion: "no-preference" } as const;
    const { page } = await open(await startSlowFront(url), options, tellsOfPaints);
    expect(await shifts(page)).toEqual([]);
    for (const selector of [".brand", "main", "footer", ".sunrise", ".brand-foot"])
      expect(await page.locator(selector).isVisible()).toBe(true);
  });

  it("is at the start edge, which is the right one in Arabic, and its own words go their own way", async () => {
    const plain = await serveHere({ BRAND_DIR: brandFolder({ name: "Acme", footer: "Acme Ltd" }) });
    const pictured = await serveHere({ BRAND_DIR: brandFolder(acme, { "logo.svg": logo }) });
    const look = async (url: string, locale: string) => {
      const { page } = await open(url, { ...desktop, locale });
      return page.evaluate(() => {
        const isRight = document.dir === "rtl";
        const edges = (selector: string) => {
          const { left, right } = (document.querySelector(selector) as Element).getBoundingClientRect();
          return isRight ? { start: right, end: left } : { start: left, end: right };
        };
        const directionOf = (selector: string) =>
          getComputedStyle(document.querySelector(selector) as Element).direction;
        return {
          title: edges("h1").start,
          name: edges(".brand span"),
          logo: document.querySelector(".brand img") && edges(".brand img"),
          directions: [".brand span", ".brand-foot p"].map(directionOf),
        };
      });
    };
    for (const [locale, away] of [
      ["en", 1],
      ["ar", -1],
    ] as const) {
      const { title, name, directions } = await look(plain.url, locale);
      expect([name.start, directions]).toEqual([title, ["ltr", "ltr"]]);
      const beside = await look(pictured.url, locale);
      expect([beside.logo?.start, beside.directions]).toEqual([beside.title, ["ltr", "ltr"]]);
      expect(beside.name.start - (beside.logo?.end ?? 0)).toBe(12 * away);
    }
  });

  it("has the logo of the colour scheme, the system's own colours where forced, and that for light on paper", async () => {
    const dark = logo.replace("#0b6e4f", "#fff");
    const { url } = await serveHere({
      BRAND_DIR: brandFolder(acme, { "logo.svg": logo, "logo-dark.svg": dark }),
    });
    const opened = async (options: BrowserContextOptions) => {
      const { page } = await open(url, options);
      const shown = () =>
        page.evaluate(() => {
          const image = document.querySelector(".brand img") as HTMLImageElement;
          const { color } = getComputedStyle(document.querySelector(".help a") as Element);
          const width = image.naturalWidth && image.clientWidth;
          return { isDark: image.currentSrc.includes("%23fff"), width, color };
        });
      return { page, shown };
    };
    const inLight = await (await opened({ colorScheme: "light" })).shown();
    expect(inLight).toMatchObject({ isDark: false, width: 120 });
    const { page, shown } = await opened({ colorScheme: "dark" });
    const inDark = await shown();
    expect(inDark).toMatchObject({ isDark: true, width: 120 });
    expect(inDark.color).not.toBe(inLight.color);
    await page.emulateMedia({ media: "print" });
    await expect.poll(shown, long).toEqual(inLight);
    const forced = await opened({ colorScheme: "light", forcedColors: "active" });
    expect([inLight.color, inDark.color]).not.toContain((await forced.shown()).color);
  });
});
