import type { Page } from "playwright-core";

/** The elements that stand out of the page at its sides, each by the beginning of its markup. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
