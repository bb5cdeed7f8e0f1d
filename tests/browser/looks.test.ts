import { describe, expect, it } from "vitest";
import { openPage, reload } from "../support/browser/browser.ts";
import { overflow, resize, shownFonts, styles } from "../support/browser/looks.ts";
import { stoppedAnimations } from "../support/browser/page-time.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { serveWith } from "../support/service/service-here.ts";

const rich = ["--title", "We are moving", "--message", "Soon.", "--expected-return", "+3h"];
const endless = [
  ...["--title", "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2), "--expected-return"],
  ...["M".repeat(200), "--message", `${"x".repeat(500)} ${"Wort 😀👩‍👩‍👧 ".repeat(80)}`],
  ...["--contact-email", `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.example.com`],
];
const arabic = ["--title", "صيانة مجدولة", "--message", "نعود — 12:30", "--expected-return", "بعد ساعتين"];

describe("The look of the page", () => {
  it("has no horizontal overflow with short, endless and right-to-left texts in windows of every size", async () => {
    const service = await serveWith(...rich);
    const { page } = await openPage(service.url);
    const fitsEverywhere = async (): Promise<void> => {
      for (const size of ["320x256", "640x400", "1440x900", "3840x2160"]) {
        await resize(page, size);
        expect(await overflow(page), size).toEqual([]);
      }
    };
    await fitsEverywhere();
    await setNotice(service, ...endless);
    await reload(page);
    expect(await page.locator("h1").innerText()).toContain("Donau");
    await fitsEverywhere();
    await setNotice(service, ...arabic);
    await reload(page);
    const texts = ["h1", ".message", ".expected-return bdi", "footer p", "html"];
    expect(await styles(page, "direction", ...texts)).toEqual(["rtl", "rtl", "rtl", "ltr", "ltr"]);
    await fitsEverywhere();
  });

  it("has a clear focus ring, matches the theme colour in each scheme, follows forced colours, and prints without live parts", async () => {
    const { page } = await openPage((await serveWith(...rich)).url, { colorScheme: "light" });
    if (process.platform === "linux") {
      const fonts = ["h1", ".message", ".lead > span", ".help"].map((it) => shownFonts(page, it));
      const [serif, sans] = [["DejaVu Serif"], ["DejaVu Sans"]];
      expect(await Promise.all(fonts)).toEqual([serif, sans, serif, sans]);
    }
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("support@example.com");
    expect(await styles(page, "outline-style", ":focus")).toEqual(["solid"]);
    // The focus ring does not touch the text before it.
    const clear = await page.locator(".help a").evaluate((link) => {
      const before = link.previousSibling as Text;
      const words = document.createRange();
      words.selectNodeContents(before);
      words.setEnd(before, before.data.trimEnd().length);
      const { outlineOffset, outlineWidth } = getComputedStyle(link);
      const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      return link.getBoundingClientRect().left - ring - words.getBoundingClientRect().right;
    });
    expect(clear).toBeGreaterThan(0.5);
    // Screen readers skip the decoration.
    expect(await page.locator("svg:not([aria-hidden=true])").count()).toBe(0);
    expect(await page.locator("main, footer").locator("svg, img").count()).toBe(0);

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const [theme, ground, detection] = await page.evaluate(() => {
        const metas = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
        const probe = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
        probe.fillStyle = getComputedStyle(document.body).backgroundColor;
        return [
          metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
          [probe.fillStyle],
          document.querySelector<HTMLMetaElement>("meta[name=format-detection]")?.content,
        ];
      });
      expect(theme).toEqual(ground);
      expect(detection).toBe("telephone=no,date=no,address=no,email=no");
    }
    await page.emulateMedia({ forcedColors: "active" });
    const [sun, text] = await styles(page, "color", ".sunrise", "h1");
    expect(sun).toBe(text);

    // A print leaves out everything that becomes wrong later.
    await page.emulateMedia({ forcedColors: "none" });
    const parts = [".time", ".relative", ".quiet-line p:not(:empty)", ".sunrise"];
    const visible = () => Promise.all(parts.map((it) => page.locator(it).isVisible()));
    await expect.poll(visible).toEqual([true, true, true, true]);
    await page.emulateMedia({ media: "print" });
    expect(await visible()).toEqual([true, false, false, false]);
  });

  it("has no animation under reduced motion, and otherwise a sun that rests within 5 seconds", async () => {
    const { page } = await openPage((await serveWith()).url, { script: stoppedAnimations });
    const ends = (): Promise<number[]> =>
      page.evaluate(
        "document.getAnimations().map(({ effect }) => Number(effect.getComputedTiming().endTime))",
      );
    expect(await ends()).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await reload(page);
    const found = await ends();
    expect(found.length).toBeGreaterThan(0);
    expect(Math.max(...found)).toBeLessThanOrEqual(5_000);
  });
});
