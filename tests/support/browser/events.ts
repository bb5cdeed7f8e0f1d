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

/** The URLs that a page is loaded from, from now on. */
export function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  return loads;
}

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

/** What has moved since a page was opened: which elements, and by how much. @see https://wicg.github.io/layout-instability/ */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const moved: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element }[];
        };
        moved.push(`${value}: ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // Two frames after the last change, it has been measured.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    for (const entry of observer.takeRecords()) moved.push(String(Reflect.get(entry, "value")));
    return moved;
  });
}
