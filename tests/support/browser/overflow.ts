import type { Page } from "playwright-core";

/**
 * The elements that stand out of the page at its sides, each by the beginning of its markup. A drawing without height
 * shows none of its parts.
 */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        if (element.parentElement?.closest("svg")?.clientHeight === 0) return false;
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
