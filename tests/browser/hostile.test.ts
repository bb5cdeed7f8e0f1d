import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { canary, hostile, look, plain, shownFor, startWithStore } from "../support/browser/hostile-look.ts";
import { casesOf } from "../support/cells.ts";
import { serveHere } from "../support/service/service-here.ts";
import { naughtyTexts, ownTexts } from "../support/texts/hostile-texts.ts";
import { draftWith } from "../support/texts/notices.ts";

const open = launchBrowser(still);

describe("A hostile text in the notice", () => {
  it("is shown as text by a page that loads with it, and starts no request", async () => {
    const { service, store } = await startWithStore(serveHere);
    const { page, unexpected } = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
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
    const narrow = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
    const wide = await open(service.url, {}, canary);
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
