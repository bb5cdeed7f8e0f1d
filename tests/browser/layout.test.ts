import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { locales } from "../../web/locales/locales.ts";
import { formatTime } from "../../web/page/date-and-clock.ts";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { overflow } from "../support/browser/overflow.ts";
import { stoppedAnimations } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { serveWith } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const long = { timeout: 20_000 };
const phone = { width: 320, height: 568 };

/** What an assistive technology is given of the first element with this selector, word for word. */
async function readOut(page: Page, selector: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { nodes } = await session.send("Accessibility.queryAXTree", { nodeId, role: "StaticText" });
  await session.detach();
  return nodes.map(({ name }) => String(name?.value ?? "")).join("");
}

describe("the page is set", () => {
  /** The line height of the heading, in its own size, and its letter-spacing, when the page is in a language. */
  const heading = (page: Page, language: string) =>
    page.evaluate((language) => {
      document.documentElement.lang = language;
      const { lineHeight, fontSize, letterSpacing } = getComputedStyle(
        document.querySelector("h1") as Element,
      );
      const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      return [Math.round(ratio * 100) / 100, Number.parseFloat(letterSpacing) || 0];
    }, language);

  it("with room for the letters of each script, and letters that join joined", async () => {
    const { page } = await open((await serveWith()).url);
    expect(await heading(page, "en")).toEqual([1.15, expect.toSatisfy((spacing: number) => spacing < 0)]);
    for (const language of ["am", "ar", "bn", "fa", "gu", "he", "hi", "kn", "ml", "mr", "ta", "te", "th"])
      expect([language, ...(await heading(page, language))]).toEqual([language, 1.4, 0]);
    // Which of the two ways of writing Urdu it is drawn in, the font alone knows.
    const urdu = await page.evaluate(() => {
      document.documentElement.lang = "ur";
      return ["h1", ".message", ".quiet-line", ".help", "footer"].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).lineHeight,
      );
    });
    expect(new Set(urdu)).toEqual(new Set(["normal"]));
  });

  it("with lines that end where the language lets them", async () => {
    const { page } = await open((await serveWith("--message", "Words of ops.")).url);
    const styles = (language: string) =>
      page.evaluate((language) => {
        document.documentElement.lang = language;
        const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
        return [
          [of("h1").wordBreak, of(".help").wordBreak],
          [of("h1").hyphens, of(".message").hyphens, of("a").hyphens],
        ];
      }, language);
    const hyphens = ["auto", "manual", "manual"];
    expect(await styles("de")).toEqual([["normal", "normal"], hyphens]);
    expect(await styles("ko")).toEqual([["keep-all", "keep-all"], hyphens]);
    expect(await styles("ja")).toEqual([["auto-phrase", "normal"], hyphens]);
  });

  it.each([320, 390])(
    "with titles whose words stay whole at twice the size, too, at %i pixels",
    async (width) => {
      const { page } = await open((await serveWith()).url, { viewport: { width, height: 844 } });
      /** The lines of the title, and from how many letters on a word of it is hyphenated. */
      const title = (percent: number) =>
        page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
          const h1 = document.querySelector("h1") as HTMLElement;
          const { lineHeight, fontSize } = getComputedStyle(h1);
          const lines = Math.round(h1.offsetHeight / Number.parseFloat(lineHeight));
          const limit = getComputedStyle(h1).getPropertyValue("hyphenate-limit-chars");
          const isLarger =
            Number.parseFloat(fontSize) >= Number.parseFloat(getComputedStyle(document.body).fontSize);
          return [lines, limit, isLarger];
        }, percent);
      expect(await title(100)).toEqual([2, "12 5 5", true]);
      expect(await title(200)).toEqual([2, "8 3 3", true]);
      expect(await overflow(page)).toEqual([]);
    },
  );

  it("with lists in a message that hang, and are the same words", async () => {
    const lines = [
      "We are on the move:",
      "- orders are kept, and sent as soon as the shop is open again",
      "* carts, too, however long it takes until everything is where it belongs",
      "• الدفع بالبطاقة والتحويل المصرفي وكل ما يتعلق بالفواتير",
      "-40 % is no item of a list, whatever comes after it and fills the line",
      "",
      "Thank you - for waiting * a little • while.",
    ];
    const message = lines.join("\n");
    const { page } = await open((await serveWith("--message", message)).url, { viewport: phone });
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
    expect(await readOut(page, ".message")).toBe(message);
    /** Where each row of a line begins: from the right, where the line is read from there. */
    const starts = (line: number) =>
      boxes
        .filter(([text]) => text === lines[line])
        .map(([text, left, right]) => (/\p{Script=Arabic}/u.test(text) ? right : left));
    for (const line of [1, 2, 3]) {
      const [first, ...next] = starts(line);
      expect([line, first, next.length > 0]).toEqual([line, 0, true]);
      for (const start of next) expect(start).toBeGreaterThan(10);
    }
    for (const line of [0, 4, 6]) expect(new Set(starts(line))).toEqual(new Set([0]));
  });

  it.each([
    [1440, 900, 16],
    [1920, 940, 16],
    [1920, 1080, 18],
    [1920, 1200, 20],
    [2560, 1440, 24],
    [3840, 2160, 32],
  ])(
    "as large as it has room for on a screen of %i × %i pixels, without scrolling",
    async (width, height, size) => {
      const { url } = await serveWith("--expected-return", "+3h");
      const { page } = await open(url, { viewport: { width, height } });
      const found = await page.evaluate(() => {
        const { scrollHeight } = document.documentElement;
        const { fontSize } = getComputedStyle(document.documentElement);
        return [Math.floor(Number.parseFloat(fontSize)), scrollHeight];
      });
      expect(found).toEqual([size, height]);
    },
  );

  it("with dates and clock times that break between each other alone, in every language", async () => {
    const { page } = await open((await serveWith("--expected-return", "+3h")).url, { viewport: phone });
    const times = locales.flatMap((locale) =>
      ["UTC", "Asia/Kolkata", "America/St_Johns"].map((zone) => ({
        language: locale.tag,
        text: formatTime(new Date("2026-12-30T14:30:00Z"), locale, [], zone),
      })),
    );
    /** What has lines that end within a date or a clock time, given less room than there is on a phone. */
    const broken = (given: typeof times, room: string) =>
      page.evaluate(
        ([given, room]) => {
          const time = document.querySelector("time") as HTMLElement;
          Object.assign(time.style, { display: "block", maxInlineSize: room, overflowWrap: "normal" });
          const range = document.createRange();
          return given.filter(({ language, text }) => {
            document.documentElement.lang = language;
            time.textContent = text;
            const middles = [...text].map((_character, index) => {
              range.setStart(time.firstChild as Text, index);
              range.setEnd(time.firstChild as Text, index + 1);
              const { top, height } = range.getBoundingClientRect();
              return top + height / 2;
            });
            const lineHeight = Number.parseFloat(getComputedStyle(time).lineHeight);
            return middles.some((middle, index) => {
              const isBelow = middle - (middles[index - 1] ?? middle) > lineHeight / 2;
              return isBelow && text[index - 1] !== " ";
            });
          });
        },
        [given, room] as const,
      );
    expect(await broken(times, "100%")).toEqual([]);
    // Without any room a word in Japanese, Thai or with a hyphen of its own is broken, too.
    const others = times.filter(({ language }) => !/^(ja|pt|th)/.test(language));
    expect(await broken(others, "0")).toEqual([]);
  });

  it("with paragraphs by ops that have a direction each", async () => {
    const { page } = await open((await serveWith("--message", "Soon.\n\nنعود قريباً")).url);
    const [first, second] = await page.evaluate(() => {
      const text = document.querySelector(".message")?.firstChild as Text;
      const box = (start: number, end: number) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        return range.getBoundingClientRect();
      };
      const main = document.querySelector(".message")?.getBoundingClientRect() as DOMRect;
      return [box(0, 5).left - main.left, main.right - box(7, text.length).right];
    });
    expect(first).toBeLessThan(1);
    expect(second).toBeLessThan(1);
  });

  it("with long titles smaller, and the expected return directly below, whatever the message", async () => {
    const short = await serveWith(
      "--title",
      "x".repeat(50),
      "--message",
      "y".repeat(400),
      "--expected-return",
      "soon",
    );
    const size = (page: Page) =>
      page.evaluate(() =>
        Number.parseFloat(getComputedStyle(document.querySelector("h1") as Element).fontSize),
      );
    const afterTitle = (page: Page) => page.locator("h1 + *").getAttribute("class");
    const { page } = await open(short.url, { viewport: { width: 1440, height: 900 } });
    expect([await size(page), await afterTitle(page)]).toEqual([76, "expected-return"]);
    await notice(short.env, ["set", "--title", "x".repeat(51), "--message", "y".repeat(401)]);
    await page.reload();
    expect([await size(page), await afterTitle(page)]).toEqual([44, "expected-return"]);
  });

  it("with smaller titles where words are long", async () => {
    const { page } = await open((await serveWith()).url, { viewport: phone });
    const size = (language: string) =>
      page.locator("h1").evaluate((title, language) => {
        document.documentElement.lang = language;
        return getComputedStyle(title).fontSize;
      }, language);
    expect([await size("en"), await size("ml"), await size("ta")]).toEqual(["38px", "28px", "28px"]);
  });

  it("with the sentence of a return that has passed in ink, and the time quiet", async () => {
    const service = await serveWith("--as-given", "--expected-return", "2026-01-01T00:00:00Z");
    const { page } = await open(service.url, { javaScriptEnabled: false });
    const color = (selector: string) => page.locator(selector).evaluate((it) => getComputedStyle(it).color);
    expect(await color(".overdue")).toBe(await color("h1"));
    expect(await color(".time")).toBe(await color(".help"));
    expect(await color(".time")).not.toBe(await color("h1"));
  });

  it("with its content at the start on phones, and the sun at the end of the column", async () => {
    const { url } = await serveWith();
    const { page } = await open(url, { viewport: { width: 390, height: 844 } });
    const box = async (selector: string) =>
      (await page.locator(selector).boundingBox()) ?? expect.fail(selector);
    expect((await box("h1")).y).toBeLessThan(100);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await box("h1")).y).toBeGreaterThan(100);
    const [sun, help] = [await box(".sunrise"), await box(".help")];
    expect(sun.x + sun.width).toBeCloseTo(help.x + help.width, 0);
  });

  it("over the whole window, also where its smallest height is not known", async () => {
    const { page } = await open((await serveWith()).url);
    const heights = await page.evaluate(() => {
      const heightsIn = (rules: Iterable<CSSRule>): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSSupportsRule) return heightsIn(rule.cssRules).map((it) => `if known: ${it}`);
          const isPage = rule instanceof CSSStyleRule && rule.selectorText === "#page";
          return (isPage && rule.style.minHeight) || [];
        });
      return [...document.styleSheets].flatMap((sheet) => heightsIn(sheet.cssRules));
    });
    expect(heights).toEqual(["100vh", "if known: 100svh"]);
  });

  it("with a sun that comes to rest within five seconds", async () => {
    const { url } = await serveWith();
    const { page } = await open(url, { reducedMotion: "no-preference" }, stoppedAnimations);
    const ends = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(ends.length).toBeGreaterThan(0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(5_000);
  });

  it("with a link that a finger finds", async () => {
    const { page } = await open((await serveWith()).url, { viewport: phone });
    const { width, height } = (await page.getByRole("link").boundingBox()) ?? expect.fail();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  });

  it.each(["light", "dark"] as const)(
    "with a frame of its own colour, in %s, and no numbers made links",
    async (colorScheme) => {
      const { page } = await open((await serveWith()).url, { colorScheme });
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
      expect(detection).toBe("telephone=no, date=no, address=no, email=no");
    },
  );

  it("on paper without what only a screen can keep true", async () => {
    const { page } = await open((await serveWith("--expected-return", "+3h")).url, { colorScheme: "dark" });
    const visible = () =>
      Promise.all(
        [".time", ".relative", ".quiet-line p:not(:empty)", ".sunrise"].map((it) =>
          page.locator(it).isVisible(),
        ),
      );
    await expect.poll(visible, long).toEqual([true, true, true, true]);
    await page.emulateMedia({ media: "print" });
    expect(await visible()).toEqual([true, false, false, false]);
  });
});
