import type { Page } from "playwright-core";
import { expect } from "vitest";
import { notice } from "../command/command.ts";
import { type Handler, isPoll, startFront } from "../network/front.ts";
import { type ServiceHere, serveHere } from "../service/service-here.ts";
import { hasAsked, isHydrated, openPage, type PageOptions, reload } from "./browser.ts";
import { wake } from "./events.ts";
import { quickTime, withClock } from "./page-time.ts";

export const setNotice = async ({ env }: ServiceHere, ...options: string[]): Promise<void> =>
  void expect(await notice(env, ["set", ...options])).toMatchObject({ code: 0 });

interface Options extends PageOptions {
  settings?: Record<string, string>;
  /** Options of the command that sets the notice first. */
  notice?: string[];
}

/** Opens a page behind a front, which polls each second and returns at once, 20 times as fast as it should. */
export async function waiting(path: string, { settings, notice = [], ...options }: Options = {}) {
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", ...settings });
  if (notice.length > 0) await setNotice(service, ...notice);
  const front = await startFront(service.url);
  const opened = await openPage(`${front.url}${path}`, { script: quickTime, ...options });
  const { page } = opened;
  return {
    ...opened,
    front,
    service,
    set: (...options: string[]) => setNotice(service, ...options),
    /** Opens a path for the next case, without anything that the last case left. */
    async again(path: string) {
      front.answerWith();
      await page.goto(`${front.url}${path}`);
      await hasAsked(page);
      await isHydrated(page);
      // The tab remembers its returns.
      await page.evaluate(() => sessionStorage.clear());
      front.log.splice(0);
    },
  };
}

/** Opens a page behind a front, whose clock stands still, and which polls when the test says so. */
export async function standing(path = "/", { settings, ...options }: Options = {}) {
  const seldom = { POLL_SECONDS: "3600", ...settings };
  const opened = await waiting(path, { script: "", ...withClock, ...options, settings: seldom });
  const { page, front } = opened;
  /** Resolves when the page waits for its next poll, also after it was loaded again. */
  const waits = (): Promise<void> => expect.poll(() => page.evaluate("window.hasWaited")).toBe(true);
  // Another poll would replace the first one, which would then count for nothing.
  await waits();
  await page.clock.pauseAt(Date.now() + 60_000);
  /** The URLs from which the page was loaded since it was opened. */
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  /** Makes the page poll until it loads another page. Resolves with the URL of that page. */
  const leave = async (start: (page: Page) => unknown = wake) => {
    const load = page.waitForRequest((request) => request.isNavigationRequest());
    await start(page);
    return (await ticking(page, load)).url();
  };
  /** Makes the page poll. Resolves when it waits for its next poll. */
  const poll = (start?: (page: Page) => unknown) => pollNow(page, start);
  return {
    ...{ ...opened, waits, loads, leave, poll },
    /** Makes the page poll, by default once. This handler replies from now on, or without one the service. */
    async meets(reply?: Handler, times = 1) {
      front.answerWith(reply);
      for (let time = 0; time < times; time += 1) await poll();
    },
    /** Sets the notice, and makes the page poll. */
    async change(...options: string[]) {
      await opened.set(...options);
      await poll();
    },
    /** Lets the page's time pass in one jump. */
    pass: (ms: number) => page.clock.fastForward(ms),
    /** Makes the page poll until it has loaded the app. Resolves with the requested URL. */
    async returns(start?: (page: Page) => unknown) {
      const url = await leave(start);
      await expect.poll(() => page.title()).toBe("The app");
      return url;
    },
    async reload() {
      await reload(page);
      await waits();
    },
    /** Opens a path for the next case, with these cookies. */
    async again(path: string, ...cookies: string[]) {
      await page.context().clearCookies();
      await page.context().addCookies(cookies.map((name) => ({ name, value: "1", url: front.url })));
      await opened.again(path);
      await waits();
      front.log.splice(0);
    },
  };
}

/** Makes a page with a clock poll, and resolves when it waits for its next poll. */
export async function pollNow(page: Page, start: (page: Page) => unknown = wake): Promise<void> {
  const waits = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener("waits", () => resolve(), { once: true })),
  );
  await start(page);
  await ticking(page, waits);
}

/** Lets the clock, which stands still, tick meanwhile: a page that leaves waits for a moment. */
function ticking<T>(page: Page, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => page.clock.runFor(1).catch(() => {}), 20);
  return work.finally(() => clearInterval(timer));
}

export const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(code, headers).end(`<title>Status ${code}</title>`);

export const reset: Handler = (_request, response) => void response.destroy();

/** Replies to polls in one way, and to all other requests in another way. */
export const beside =
  (polls: Handler, others: Handler): Handler =>
  (...both) =>
    (isPoll(both[0]) ? polls : others)(...both);
