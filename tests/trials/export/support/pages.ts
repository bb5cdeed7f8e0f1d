import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Locale, localeOf } from "../../../../web/render.tsx";

/** How a service is set whose open pages do nothing by themselves, and load the app at once when it is back. */
export const pageSettings = { POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "0" };

/** The languages in which pages are opened, one of them from right to left. */
export const languages = ["en", "de", "ar"].map((tag) => [tag, localeOf(tag)] as const);

/** The language of a page, and its direction. */
export const languageOf = (page: Page) =>
  Promise.all(["lang", "dir"].map((name) => page.locator("html").getAttribute(name)));

/** That a page is in a language, and says that it will reload by itself. */
export async function expectLive(page: Page, { tag, direction, strings }: Locale): Promise<void> {
  expect(await languageOf(page)).toEqual([tag, direction]);
  expect(await page.locator(".quiet-line").innerText()).toBe(strings.leaveOpen);
}
