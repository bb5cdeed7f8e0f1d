import type { Page } from "playwright-core";

/** Tells a page that it is online again, so that it polls at once. */
export const wake = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event("online")));

export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** Gives a function that returns each text that has been put into the region since. */
export async function listen(page: Page, selector = ".announcement"): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const heard: string[] = [];
    const region = document.querySelector(selector) as Element;
    Object.assign(window, { [`heard ${selector}`]: heard });
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, changes);
  }, selector);
  return () => page.evaluate((selector) => Object(window)[`heard ${selector}`], selector);
}
