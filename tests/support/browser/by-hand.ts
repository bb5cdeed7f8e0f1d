import type { Page } from "playwright-core";
import { expect } from "vitest";
import { reload } from "./browser.ts";
import { wake } from "./events.ts";
import { withClock } from "./page-time.ts";
import type { Waiting, waitingIn } from "./waiting.ts";

/** A page that waits for the app, whose time stands still, and which polls when it is told to. */
export interface ByHand extends Waiting {
  /** Has the page poll; resolves once that has led to nothing and the page waits again. */
  poll(): Promise<void>;
  /** Loads the page anew; resolves once it waits again. */
  reload(): Promise<void>;
  /** Resolves once the page waits, say after a load that led to the notice. */
  waits(): Promise<void>;
  /** Has the page poll, in some way or other, and go on until it loads another one: resolves with the URL of that. */
  leave(start?: (page: Page) => Promise<void>): Promise<string>;
  /** Lets the page's time pass in one jump. */
  pass(ms: number): Promise<void>;
}

/** Tells when the page begins to wait for its next poll, as `waits`, and whether it has ever waited. */
const tellWaits = `{
  const wait = window.setTimeout;
  const wake = () => {
    window.hasWaited = true;
    dispatchEvent(new Event("waits"));
  };
  window.setTimeout = (work, ms, ...rest) => {
    if (ms > 1_000_000) wake();
    return wait(work, ms, ...rest);
  };
}`;

/** Resolves once the page waits: a poll that comes before would replace its first one, which then counts for nothing. */
const waits = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => Object(window).hasWaited === true)).toBe(true);

/** Opens a page by hand; for another case, `again` is given the names of the cookies that its browser has then. */
export async function openByHand(open: ReturnType<typeof waitingIn>, path = "/"): Promise<ByHand> {
  const opened = await open(path, {
    settings: { POLL_SECONDS: "3600" },
    script: tellWaits,
    world: withClock,
  });
  const { page, front } = opened;
  await waits(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Waits while the clock, which stands still, ticks: a page that leaves waits for a moment. */
  const ticking = <T>(work: Promise<T>): Promise<T> => {
    const timer = setInterval(() => page.clock.runFor(1).catch(() => {}), 20);
    return work.finally(() => clearInterval(timer));
  };
  return {
    ...opened,
    poll: () =>
      ticking(
        page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              addEventListener("waits", () => resolve(), { once: true });
              dispatchEvent(new Event("online"));
            }),
        ),
      ),
    async reload() {
      await reload(page);
      await waits(page);
    },
    waits: () => waits(page),
    async again(path, ...cookies) {
      await page.context().clearCookies();
      await page.context().addCookies(cookies.map((name) => ({ name, value: "1", url: front.url })));
      await opened.again(path);
      await waits(page);
      front.log.splice(0);
    },
    async leave(start = wake) {
      const load = page.waitForRequest((request) => request.isNavigationRequest());
      await start(page);
      const request = await ticking(load);
      return request.url();
    },
    pass: (ms) => page.clock.fastForward(ms),
  };
}
