import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, inject, it } from "vitest";
import { phaseOf } from "../../../schema/notice/expected-return.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Locale } from "../../../web/locales/locale.ts";
import { locales } from "../../../web/locales/locales.ts";
import { ExpectedReturn, RoomForNews } from "../../../web/page/notice-page.tsx";
import { type LocalTime, viewOf } from "../../../web/page/notice-view.ts";
import { relativeTime, timeSince } from "../../../web/page/relative-time.ts";
import { daysAhead, timeRows } from "../../../web/page/time.ts";
import { atATime } from "../../support/at-a-time.ts";
import { openPage } from "../../support/browser/browser.ts";
import { overflow, shifts, shownFonts } from "../../support/browser/looks.ts";
import { startSlowFront, tellsOfPaints } from "../../support/browser/slow-page.ts";
import { patient } from "../../support/patient.ts";
import { serveWith } from "../../support/service/service-here.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const widths = [320, 390, 480, 768, 1440];
const windows = [...widths.map((width) => [width, 900]), [320, 568], [390, 664], [1366, 625]].map(
  ([width = 0, height = 0]) => ({ width, height }),
);
const phone = { viewport: { width: 320, height: 568 } };
/** On every weekday and in every month. */
const dates = Array.from({ length: 56 }, (_, index) => Date.parse("2026-11-22T23:30:00Z") + index * 13 * day);
/** How far ahead of the visitor each date is. */
const moments = [50 * minute, 20 * hour, 3 * day, 21 * day, -3 * hour];
const zones = ["Asia/Kolkata", "America/St_Johns", "Europe/Berlin", "America/Sao_Paulo"];
/** By the family of the sans-serif font. Only browsers on Linux can be given fonts. */
const machines = Object.entries({ "DejaVu Sans": inject("fontconfig"), ...inject("otherFonts") });

/** The block at one moment: from the server, before the first poll, and after it. */
function blocksAt(time: number, ahead: number, zone: string, locale: Locale): string[] {
  const now = time - ahead;
  const expected = new Date(time).toISOString();
  const notice: Notice = { isEnabled: true, title: "", contactEmail: "a@b.co", expectedReturn: expected };
  const { expectedReturn } = viewOf(notice, { number: 1 }, locale, phaseOf(notice, now));
  if (expectedReturn?.dateTime === undefined) return expect.fail("no time");
  const days = daysAhead(new Date(time), now);
  const rows = timeRows(new Date(time), expectedReturn.distance, locale, [], zone, days);
  const relative = { relative: (ahead > 0 ? relativeTime : timeSince)(new Date(time), now, locale) };
  return [undefined, rows, { ...rows, ...relative }].map((local: LocalTime | undefined) => {
    const { strings } = locale;
    const block = { strings, expected: expectedReturn, lang: undefined, local, isChanged: undefined };
    const room = ahead > 0 && createElement(RoomForNews, { strings });
    return renderToStaticMarkup(createElement("div", {}, createElement(ExpectedReturn, block), room));
  });
}

/** Every different block in a language. */
const blocksIn = new Map(
  locales.map((locale) => {
    const blocks = dates.flatMap((time, index) =>
      moments.flatMap((ahead) => blocksAt(time, ahead, zones[index % zones.length] as string, locale)),
    );
    return [locale, [...new Set(blocks)]];
  }),
);

/**
 * The heights of all blocks of a language, each with the text of one that has it. They are laid out at once, one below
 * the other, in the place of the page's own: what is beside a block changes nothing within it.
 */
function heightsOf(page: Page, locale: Locale): Promise<[number, string][]> {
  const { tag, direction } = locale;
  return page.evaluate(
    ({ tag, direction, blocks }) => {
      Object.assign(document.documentElement, { lang: tag, dir: direction });
      const all = () => [...document.querySelectorAll<HTMLElement>(".expected-return")];
      document.querySelector("main > .news")?.remove();
      (document.querySelector(".expected-return") as Element).outerHTML = blocks.join("");
      // Rounded, because sums of the same rows differ in their last digits.
      const heightOf = ({ parentElement, nextElementSibling }: Element) =>
        Math.round(
          10 *
            ((nextElementSibling ?? parentElement?.lastElementChild)?.getBoundingClientRect().bottom ?? 0) -
            10 * (parentElement?.getBoundingClientRect().top ?? 0),
        );
      const found = new Map(all().map((block) => [heightOf(block), block]));
      const heights = [...found].map(([height, block]): [number, string] => [height, block.innerText]);
      // Removed before the browser paints them.
      for (const block of all().slice(1)) block.parentElement?.remove();
      return heights;
    },
    { tag, direction, blocks: blocksIn.get(locale) ?? [] },
  );
}

/** The texts that have more than half a line of room too much. */
const holes = (page: Page) =>
  page.locator("main :is(h1, h2, .rest, .relative, .message, .help)").evaluateAll((all) =>
    all.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      const tops = [...range.getClientRects()].map(({ top, height }) => top + height / 2);
      const lines = tops.filter((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > lineHeight / 2);
      const hole = element.getBoundingClientRect().height - lines.length * lineHeight;
      return hole > lineHeight / 2 ? [`${hole}: ${element.textContent}`] : [];
    }),
  );

describe.runIf(process.platform === "linux").each(machines)(
  "The page on a machine with %s",
  (family, fontconfig) => {
    it("uses that font, and fits phones in every language", async () => {
      const { url } = await serveWith("--expected-return", "+3d");
      const { page, unexpected } = await openPage(url, { fontconfig, ...phone });
      expect(await shownFonts(page, ".message")).toEqual([family]);
      for (const { tag } of locales) {
        await page.setExtraHTTPHeaders({ "Accept-Language": tag });
        await page.goto(url);
        expect(await page.locator("html").getAttribute("lang")).toBe(tag);
        expect([tag, await overflow(page)]).toEqual([tag, []]);
      }
      expect(unexpected()).toEqual([]);
      const urdu = await openPage(url, { fontconfig, viewport: { width: 390, height: 844 }, locale: "ur" });
      await expect.poll(() => urdu.page.locator(".relative").innerText()).toMatch(/\S/);
      expect(await urdu.page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
    });

    it("reserves the same height for the expected return before and after the script runs, in each language", async () => {
      const { url } = await serveWith("--expected-return", "+3h");
      const different: string[] = [];
      await atATime(2, windows, async (viewport) => {
        const { page } = await openPage(url, { fontconfig, viewport });
        for (const locale of locales) {
          const heights = await heightsOf(page, locale);
          const tenths = heights.map(([height]) => height);
          // Browsers round each row.
          if (Math.max(...tenths) - Math.min(...tenths) > 1)
            different.push(JSON.stringify([locale.tag, viewport, heights]));
        }
        await page.context().close();
      });
      expect(different).toEqual([]);
    });

    it.each(["fast", "slowly"])("has no layout shift and no empty row if it arrives %s", async (speed) => {
      const { url } = await serveWith("--expected-return", "+3d");
      // A page that arrives slowly mostly waits for frames.
      const moved = await atATime(4, [...locales.entries()], async ([index, { tag }]) => {
        const width = widths[index % widths.length] as number;
        const timezoneId = zones[index % zones.length] as string;
        const options = { fontconfig, viewport: { width, height: 800 }, locale: tag, timezoneId };
        const { page } = await (speed === "fast"
          ? openPage(url, options)
          : openPage(await startSlowFront(url), { ...options, script: tellsOfPaints }));
        expect(await page.locator("html").getAttribute("lang")).toBe(tag);
        await expect.poll(() => page.locator(".relative").innerText(), patient).toMatch(/\S/);
        const found = [tag, await shifts(page), await holes(page)] as const;
        await page.context().close();
        return found;
      });
      expect(moved.filter(([, moves, rooms]) => moves.length + rooms.length > 0)).toEqual([]);
    });
  },
);
