import type { Page } from "playwright-core";

/** Tells a page that it is online again, upon which it polls at once. */
export const wake = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event("online")));

/** Puts a page into the background, or brings it back. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** What a page says, from now on, in the region with this selector: each text once, as often as it is put there. */
export async function listen(page: Page, selector = ".announcement"): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const heard: string[] = [];
    const region = document.querySelector(selector) as Element;
    Object.assign(window, { [`heard ${selector}`]: heard });
    new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, selector);
  return () => page.evaluate((selector) => Object(window)[`heard ${selector}`], selector);
}
