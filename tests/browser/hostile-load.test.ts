import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { canary, hostile, look, plain, shownFor, startWithStore } from "../support/browser/hostile-look.ts";
import { serveHere } from "../support/service/service-here.ts";
import { ownTexts } from "../support/texts/hostile-texts.ts";
import { draftWith } from "../support/texts/notices.ts";

const open = launchBrowser(still);

describe("a hostile text that was taken", () => {
  it("is shown as text by a page that is loaded with it, and asks for nothing", async () => {
    const { service, store } = await startWithStore(serveHere);
    const { page, unexpected } = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    const before = await look(page, plain);

    for (const texts of hostile(ownTexts)) {
      await store.append(draftWith(texts));
      await page.goto(service.url);
      expect(await look(page, texts)).toEqual({ ...before, ...shownFor(texts) });
    }
    const own = new RegExp(`^${service.url}/(assets/[\\w.-]+\\.js|api/notice)?$`);
    expect(urls.filter((url) => !own.test(url) && !url.startsWith("data:image/svg+xml"))).toEqual([]);
    expect(unexpected()).toEqual([]);
  }, 180_000);
});
