import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { locales } from "../../web/locales/locales.ts";
import { openPage } from "../support/browser/browser.ts";
import { boxOf, overflow, resize, styles } from "../support/browser/looks.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { cells, hasEveryCell } from "../support/cells.ts";
import { serveHere, serveWith } from "../support/service/service-here.ts";

const phone = { width: 320, height: 568 };

/** What screen readers find with a role in the first element with this selector. */
async function readOut(page: Page, selector: string, role = "StaticText"): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { nodes } = await session.send("Accessibility.queryAXTree", { nodeId, role });
  await session.detach();
  return nodes.map(({ name }) => String(name?.value ?? ""));
}

describe("The layout of the page", () => {
  it("uses line height, fonts, hyphens and line breaks that suit each script", async () => {
    const service = await serveWith();
    const { page } = await openPage(service.url, { viewport: phone });
    const stylesIn = async (language: string, property: string, ...selectors: string[]) => {
      await page.locator("html").evaluate((html, language) => html.setAttribute("lang", language), language);
      return styles(page, property, ...selectors);
    };
    /** The ratio of the title's line height to its size, and its letter spacing. */
    const heading = async (language: string) => {
      const [height = 0, size = 0, spacing = 0] = [
        await stylesIn(language, "line-height", "h1"),
        await styles(page, "font-size", "h1"),
        await styles(page, "letter-spacing", "h1"),
      ].map((values) => Number.parseFloat(values.join()));
      return [language, Math.round((height / size) * 100) / 100, spacing || 0];
    };
    expect(await heading("en")).toEqual(["en", 1.15, expect.toSatisfy((spacing: number) => spacing < 0)]);
    for (const language of ["am", "ar", "bn", "fa", "gu", "he", "hi", "kn", "ml", "mr", "ta", "te", "th"])
      expect(await heading(language)).toEqual([language, 1.4, 0]);
    // Digits and letters use the same font: if the title falls back to sans, all of it does.
    const faces = async (language: string) => new Set(await stylesIn(language, "font-family", "h1", ".help"));
    expect((await faces("en")).size).toBe(2);
    for (const language of ["am", "ar", "hi", "th", "ur"]) expect((await faces(language)).size).toBe(1);
    // Only the font knows in which style Urdu is drawn.
    const urdu = await stylesIn("ur", "line-height", "h1", ".message", ".quiet-line", ".help", "footer");
    expect(new Set(urdu)).toEqual(new Set(["normal"]));
    await setNotice(service, "--message", "Words of ops.");
    await page.reload();
    for (const language of ["en", "ja", "ko", "ml", "ta"]) {
      const breaks = await stylesIn(language, "word-break", "h1", ".thanks", ".quiet-line");
      expect(breaks, language).toEqual(Array(3).fill(language === "ko" ? "keep-all" : "normal"));
      expect(await styles(page, "hyphens", "h1", ".message", "a")).toEqual(["auto", "manual", "manual"]);
      // Languages with long words have a smaller title.
      const size = ["ml", "ta"].includes(language) ? "24px" : "33.6px";
      expect(await styles(page, "font-size", "h1"), language).toEqual([size]);
    }
    await page.setViewportSize({ width: 640, height: 568 });
    expect(await stylesIn("ja", "word-break", "h1", ".quiet-line")).toEqual(["auto-phrase", "auto-phrase"]);
  });

  it.runIf(hasEveryCell)("keeps the words of a title whole at 200 % text size", async () => {
    const { page } = await openPage((await serveWith()).url, { viewport: phone });
    /** The number of lines of the title, its hyphenation limits, and whether it is larger than the text. */
    const title = (percent: number) =>
      page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
        const h1 = document.querySelector("h1") as HTMLElement;
        const [style, body] = [getComputedStyle(h1), getComputedStyle(document.body)];
        return [
          Math.round(h1.offsetHeight / Number.parseFloat(style.lineHeight)),
          style.getPropertyValue("hyphenate-limit-chars"),
          Number.parseFloat(style.fontSize) >= Number.parseFloat(body.fontSize),
        ];
      }, percent);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await title(100)).toEqual([2, "12 5 5", true]);
      expect(await title(200)).toEqual([2, "8 3 3", true]);
      expect(await overflow(page)).toEqual([]);
    }
  });

  it("has a smaller title if it is long, directly above the expected return", async () => {
    const { page, unexpected } = await openPage((await serveWith()).url);
    for (const letters of [50, 51]) {
      const service = await serveWith("--title", "x".repeat(letters), "--expected-return", "soon");
      await page.goto(service.url);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await styles(page, "font-size", "h1")).toEqual([letters === 50 ? "76px" : "44px"]);
      expect(await page.locator("h1 + *").getAttribute("class")).toBe("expected-return");
    }
    expect(unexpected()).toEqual([]);
  });

  it("indents lists in a message, gives each paragraph its own direction, and changes no character of the text", async () => {
    const message = `We are on the move:
- orders are kept, and sent as soon as the shop is open again
* carts, too, however long it takes until everything is where it belongs
• الدفع بالبطاقة والتحويل المصرفي وكل ما يتعلق بالفواتير
-40 % is no item of a list, whatever comes after it and fills the line

- and neither is a line that begins as one, and stands for itself
Thank you - for waiting * a little • while.
نعود قريباً`;
    const lines = message.split("\n");
    const items = [1, 2, 3];
    /** The lines without their list marks, which CSS draws. */
    const shown = lines.map((line, index) => (items.includes(index) ? line.slice(2) : line));
    const { page, unexpected } = await openPage((await serveWith("--message", message)).url, {
      viewport: phone,
    });
    const [boxes, read] = await page.evaluate(() => {
      const element = document.querySelector(".message") as HTMLElement;
      const selection = getSelection() as Selection;
      selection.selectAllChildren(element);
      const copied = selection.toString();
      selection.removeAllRanges();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const main = element.getBoundingClientRect();
      const boxes: [line: string, left: number, right: number][] = [];
      const range = document.createRange();
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (const { index, 0: text } of node.data.matchAll(/[^\n]+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          for (const { left, right, width } of range.getClientRects())
            if (width > 0) boxes.push([text, Math.round(left - main.left), Math.round(main.right - right)]);
        }
      }
      return [boxes, [element.textContent, element.innerText, copied]] as const;
    });
    expect(read).toEqual([message, message, message]);
    expect((await readOut(page, ".message")).join("")).toBe(shown.join("\n"));
    expect(await readOut(page, ".message", "list")).toHaveLength(1);
    expect(await readOut(page, ".message", "listitem")).toHaveLength(3);
    /** The indentation of each row of a line, from the side where reading starts. */
    const starts = (line: number) =>
      boxes
        .filter(([text]) => text === shown[line])
        .map(([text, left, right]) => (/\p{Script=Arabic}/u.test(text) ? right : left));
    const [indent = 0] = starts(1);
    expect(indent).toBeGreaterThan(10);
    for (const line of items) {
      expect([line, starts(line).length]).toEqual([line, expect.toSatisfy((rows: number) => rows > 1)]);
      expect([line, ...new Set(starts(line))]).toEqual([line, indent]);
    }
    for (const line of [0, 4, 6, 7, 8]) expect(new Set(starts(line))).toEqual(new Set([0]));
    expect(unexpected()).toEqual([]);
  });

  it("fills windows of every size without scrolling, and starts at the top on a phone", async () => {
    const { page } = await openPage((await serveWith("--expected-return", "+3h")).url);
    const box = (selector: string) => boxOf(page, selector);
    const fontSizes: number[] = [];
    for (const size of ["1440x900", "1920x940", "1920x1080", "1920x1200", "2560x1440", "3840x2160"]) {
      const height = await resize(page, size);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      fontSizes.push(Number.parseInt((await styles(page, "font-size", "html")).join(), 10));
    }
    expect(fontSizes).toEqual([16, 16, 18, 20, 24, 32]);
    // Browsers without svh fall back to vh.
    const sheet = await page.locator("style").first().textContent();
    expect(sheet).toMatch(/#page\{[^}]*min-height:100vh.*@supports[^{]*\{#page\{min-height:100svh/s);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await box("h1")).y).toBeGreaterThan(100);
    const [sun, help] = [await box(".sunrise"), await box(".help")];
    expect(sun.x + sun.width).toBeCloseTo(help.x + help.width, 0);
    // On a laptop the sun is between the text and the bottom.
    await page.setViewportSize({ width: 1366, height: 768 });
    const [above, low, below] = [await box(".help"), await box(".sunrise"), await box("footer")];
    expect(low.height).toBeGreaterThan(80);
    expect(low.y).toBeGreaterThan(above.y + above.height);
    expect(low.y + low.height).toBeCloseTo(below.y, 0);
    // On a phone in landscape, no text is larger than the title.
    await page.setViewportSize({ width: 844, height: 390 });
    const [lead = 0, title = 0] = (await styles(page, "font-size", ".lead", "h1")).map(Number.parseFloat);
    expect(lead).toBeLessThanOrEqual(title);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box("h1")).y).toBeLessThan(100);
    // The link is large enough to touch.
    const { width, height } = await box(".help a");
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  });

  it("shows the whole message without scrolling in a low window, in each language and with a brand", async () => {
    const tags = cells(locales, ({ tag }) => ["en", "ta"].includes(tag)).map(({ tag }) => tag);
    for (const brand of ["", "docs/brand/bank"]) {
      const service = await serveHere({ BRAND_DIR: brand });
      await setNotice(service, "--expected-return", "+3h");
      const { page } = await openPage(service.url);
      /** The languages in which the whole page fits, by the width of the window. */
      const whole: Record<number, string[]> = { 1366: [], 390: [], 320: [] };
      const visit = async (tag: string) => {
        await page.setExtraHTTPHeaders({ "Accept-Language": tag });
        await page.goto(service.url);
      };
      for (const tag of tags) {
        await visit(tag);
        for (const size of ["1366x625", "390x664", "320x568"]) {
          const height = await resize(page, size);
          const [end = Number.NaN, smallest, all = 0] = await page.evaluate(() => {
            const sizes = [...document.querySelectorAll("body *")].map((it) => getComputedStyle(it).fontSize);
            return [
              document.querySelector(".message")?.getBoundingClientRect().bottom,
              Math.min(...sizes.map(Number.parseFloat)),
              document.documentElement.scrollHeight,
            ];
          });
          expect([tag, size, end <= height, smallest]).toEqual([tag, size, true, 16]);
          if (all <= height) whole[Number.parseInt(size, 10)]?.push(tag);
        }
      }
      if (brand) for (const width of [1366, 390]) expect(whole[width]).toContain("en");
      else expect(whole).toMatchObject({ 1366: tags, 390: tags });
      if (!brand) expect(whole[320]?.length).toBeGreaterThanOrEqual(tags.length / 2);
      // Before it has risen, the sun takes only the room that is left. Tamil leaves none.
      await visit("ta");
      const sun = page.locator(".sunrise");
      expect(await sun.isVisible()).toBe(false);
      await sun.evaluate((it) => it.classList.add("risen"));
      expect(await sun.isVisible()).toBe(true);
    }
  });
});
