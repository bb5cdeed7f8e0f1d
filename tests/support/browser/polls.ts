import type { Page } from "playwright-core";

/** Lets a page with a clock poll once, and waits until it shows what it has made of the answer. */
export async function pollOnce(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("planned", () => resolve(), { once: true });
        dispatchEvent(new Event("online"));
      }),
  );
  // What has changed is drawn right after.
  await page.evaluate("fetch('/.backsoon/healthz').then((response) => response.text())");
}

/** Lets so many seconds of a clock that stands still pass, then lets the page poll; gives the title that it shows then. */
export async function poll(page: Page, seconds: number): Promise<string> {
  await page.clock.runFor(seconds * 1000);
  await pollOnce(page);
  return page.locator("h1").innerText();
}

/** Lets a page poll after each of some seconds; gives the titles. */
export async function polls(page: Page, ...waits: number[]): Promise<string[]> {
  const shown: string[] = [];
  for (const seconds of waits) shown.push(await poll(page, seconds));
  return shown;
}
