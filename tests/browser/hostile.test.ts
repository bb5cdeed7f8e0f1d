import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser/browser.ts";
import { canary, hostile, plain, startWithStore, type Texts } from "../support/browser/hostile.ts";
import { casesOf } from "../support/cells.ts";
import { serveHere } from "../support/service/service-here.ts";
import { naughtyTexts, ownTexts } from "../support/texts/hostile-texts.ts";
import { draftWith } from "../support/texts/notices.ts";

const viewport = { width: 320, height: 640 };

/** What the page shows for these texts. `document.title` joins spaces, and has none at its ends. */
function shownFor(texts: Texts): object {
  return { ...texts, documentTitle: texts.title.replace(/ +/g, " ").replace(/^ | $/g, "") };
}

/** What the page shows when it is hydrated and has the expected texts. `pwned` counts the payloads that ran. */
function look(page: Page, expected: Texts, polls?: "polls"): Promise<object> {
  return page.evaluate(
    async ([expected, polls]) => {
      if (polls) dispatchEvent(new Event("online"));
      const text = (selector: string) => document.querySelector(selector)?.textContent;
      const shown = () => ({
        title: text("h1"),
        message: text(".message"),
        expectedReturn: text(".expected-return .time"),
      });
      // Nobody can scroll to what is cut off on the left.
      const cutOff = (selector: string) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector) as Element);
        const sides = [...range.getClientRects()].flatMap(({ left, right }) => [-left, right - innerWidth]);
        return Math.max(0, ...sides.map(Math.round));
      };
      const isHydrated = () =>
        Object.keys(document.getElementById("page") ?? {}).some((key) => /^__react/.test(key));
      const deadline = performance.now() + 20_000;
      const isDue = () => isHydrated() && JSON.stringify(shown()) === JSON.stringify(expected);
      while (!isDue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve));
      return {
        ...shown(),
        documentTitle: document.title,
        // Some elements exist only after a change.
        elements: document.querySelectorAll("*:not(.updated, .announcement *, h1 a, .message a)").length,
        pixelsTooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        pixelsCutOff: Math.max(...["h1", ".message", ".expected-return .time"].map(cutOff)),
        pwned: Reflect.get(globalThis, "__pwned"),
      };
    },
    [expected, polls] as const,
  );
}

describe("A hostile text in the notice", () => {
  it("is shown as text by a page that loads with it, and starts no request", async () => {
    const { service, store } = await startWithStore(serveHere);
    const { page, unexpected } = await openPage(service.url, { viewport, script: canary });
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    const before = await look(page, plain);
    for (const notice of hostile(casesOf(ownTexts, 24))) {
      await store.append(draftWith(notice));
      await page.goto(service.url);
      expect(await look(page, notice)).toEqual({ ...before, ...shownFor(notice) });
    }
    const own = new RegExp(`^${service.url}/(assets/[\\w.-]+\\.js|backsoon-notice\\?\\d+)?$`);
    expect(urls.filter((url) => !own.test(url) && !url.startsWith("data:image/svg+xml"))).toEqual([]);
    expect(unexpected()).toEqual([]);
  });

  it("is shown as text by open pages, narrow and wide, and starts no request", async () => {
    const { service, store } = await startWithStore(serveHere);
    const narrow = await openPage(service.url, { viewport, script: canary });
    const wide = await openPage(service.url, { script: canary });
    const urls: string[] = [];
    for (const { page } of [narrow, wide])
      page.on("request", (request) => urls.push(request.url().replace(/\?\d+$/, "")));
    const before = await look(wide.page, plain);
    expect(before).toMatchObject({ ...plain, pixelsTooWide: 0, pixelsCutOff: 0, pwned: 0 });
    for (const notice of hostile(casesOf([...naughtyTexts, ...ownTexts], 48))) {
      await store.append(draftWith(notice));
      const looks = await Promise.all([narrow, wide].map(({ page }) => look(page, notice, "polls")));
      for (const shown of looks) expect(shown).toEqual({ ...before, ...shownFor(notice) });
    }
    expect(new Set(urls)).toEqual(new Set([`${service.url}/backsoon-notice`]));
    for (const { unexpected } of [narrow, wide]) expect(unexpected()).toEqual([]);
  });
});
