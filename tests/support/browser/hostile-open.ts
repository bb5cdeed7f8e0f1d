import { expect } from "vitest";
import { serveHere } from "../service/service-here.ts";
import { draftWith } from "../texts/notices.ts";
import type { launchBrowser } from "./browser.ts";
import { canary, hostile, look, plain, shownFor, startWithStore } from "./hostile-look.ts";

/** Expects pages that are open, narrow and wide, to show each of the texts as text, and to ask for nothing. */
export async function showWhileOpen(open: ReturnType<typeof launchBrowser>, texts: string[]): Promise<void> {
  const { service, store } = await startWithStore(serveHere);
  const narrow = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
  const wide = await open(service.url, {}, canary);
  const urls: string[] = [];
  for (const { page } of [narrow, wide]) page.on("request", (request) => urls.push(request.url()));
  const before = await look(wide.page, plain);
  expect(before).toMatchObject({ ...plain, pixelsTooWide: 0, pixelsCutOff: 0, pwned: 0 });

  for (const notice of hostile(texts)) {
    await store.append(draftWith(notice));
    const looks = await Promise.all([narrow, wide].map(({ page }) => look(page, notice, "ask")));
    for (const shown of looks) expect(shown).toEqual({ ...before, ...shownFor(notice) });
  }
  expect(new Set(urls)).toEqual(new Set([`${service.url}/api/notice`]));
  for (const { unexpected } of [narrow, wide]) expect(unexpected()).toEqual([]);
}
