import type { Page } from "playwright-core";

/** Lets so many seconds of a clock that stands still pass, then lets the page poll; gives the title that it shows then. */
export async function poll(page: Page, seconds: number): Promise<string> {
  await page.clock.runFor(seconds * 1000);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const isPoll = ({ name }: PerformanceEntry) => name.endsWith("/api/notice");
        const observer = new PerformanceObserver((list) => list.getEntries().some(isPoll) && resolve());
        observer.observe({ type: "resource" });
        dispatchEvent(new Event("online"));
      }),
  );
  // By the time that another reply has come, the page has made of this one what it will.
  await page.evaluate("fetch('/healthz').then((response) => response.text())");
  return page.locator("h1").innerText();
}

/** Lets a page poll after each of some seconds; gives the titles. */
export async function polls(page: Page, ...waits: number[]): Promise<string[]> {
  const shown: string[] = [];
  for (const seconds of waits) shown.push(await poll(page, seconds));
  return shown;
}
