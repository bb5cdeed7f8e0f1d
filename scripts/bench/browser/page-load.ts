import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";

/** What a visitor on a bad network experiences; times are in ms from the start of the navigation. */
export interface PageLoad {
  /** The first contentful paint. */
  paint: number;
  /** The sum of the layout shifts. @see https://web.dev/articles/cls */
  shift: number;
  /** The time beyond 50 ms of each long task before the first paint. @see https://web.dev/articles/tbt */
  blocked: number;
  /** The page's own request, and those that its first paint waits for. */
  requests: number;
}

const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};

// A string, as it runs in the browser, whose types the rest of the program does not have.
const observe = `
  globalThis.seen = { "layout-shift": [], longtask: [] };
  for (const type of Object.keys(seen))
    new PerformanceObserver((list) => seen[type].push(...list.getEntries())).observe({ type, buffered: true });
`;
const painted = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
  }).observe({ type: "paint", buffered: true }),
)`;
const report = `(() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  const sum = (entries, value) => entries.reduce((total, entry) => total + value(entry), 0);
  const before = seen.longtask.filter(({ startTime }) => startTime < paint);
  const blocking = performance.getEntriesByType("resource").filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking");
  return {
    paint,
    shift: sum(seen["layout-shift"], ({ value }) => value),
    blocked: sum(before, ({ duration }) => duration - 50),
    requests: 1 + blocking.length,
  };
})()`;

/** Opens a page in a fresh window with nothing cached, and watches it for `watched` ms after its first paint. */
export async function loadPage(browser: Browser, url: string, watched = 0): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
    await page.goto(url, { waitUntil: "commit" });
    // Not with the page's own evaluation, which its Content-Security-Policy forbids.
    const evaluate = (expression: string) =>
      session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    await evaluate(painted);
    await sleep(watched);
    const { result, exceptionDetails } = await evaluate(report);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  } finally {
    await context.close();
  }
}
