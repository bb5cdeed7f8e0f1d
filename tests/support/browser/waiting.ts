import type { Page } from "playwright-core";
import { expect } from "vitest";
import { notice } from "../command/command.ts";
import { type Front, type Handler, isPoll, startFront } from "../network/front.ts";
import { type ServiceHere, serveHere } from "../service/service-here.ts";
import { hasAsked, isHydrated, type launchBrowser, type OpenPage, reload } from "./browser.ts";
import { wake } from "./events.ts";
import { quickTime, withClock } from "./page-time.ts";

type Open = ReturnType<typeof launchBrowser>;

/** A page that waits for the app, behind a front. */
export interface Waiting extends OpenPage {
  front: Front;
  service: ServiceHere;
  set(...options: string[]): Promise<void>;
  /** Opens a path for the next case, without anything that the last case left. */
  again(path: string): Promise<void>;
}

/** A waiting page whose clock stands still, and which polls when the test says so. */
export interface Standing extends Omit<Waiting, "again"> {
  /** Makes the page poll. Resolves when it waits for its next poll. */
  poll(start?: (page: Page) => unknown): Promise<void>;
  /** The URLs from which the page was loaded since it was opened. */
  loads: string[];
  /** Makes the page poll until it loads another page. Resolves with the URL of that page. */
  leave(start?: (page: Page) => unknown): Promise<string>;
  /** Makes the page poll until it has loaded the app. Resolves with the requested URL. */
  returns(start?: (page: Page) => unknown): Promise<string>;
  /** Lets the page's time pass in one jump. */
  pass(ms: number): Promise<void>;
  /** Resolves when the page waits for its next poll, also after it was loaded again. */
  waits(): Promise<void>;
  reload(): Promise<void>;
  /** Opens a path for the next case, with these cookies. */
  again(path: string, ...cookies: string[]): Promise<void>;
}

interface Options {
  settings?: Record<string, string>;
  /** Runs before the page's own scripts. */
  script?: string;
}

export const setNotice = async ({ env }: ServiceHere, ...options: string[]): Promise<void> =>
  void expect(await notice(env, ["set", ...options])).toMatchObject({ code: 0 });

/** Gives a function that opens a page which polls each second and returns at once, 20 times as fast as it should. */
export const waitingIn =
  (open: Open) =>
  (path: string, { settings = {}, script = quickTime }: Options = {}): Promise<Waiting> =>
    openWaiting(open, path, { POLL_SECONDS: "1", ...settings }, script);

/** Gives a function that opens a page whose clock stands still. */
export const standingIn =
  (open: Open) =>
  async (path = "/", { settings = {}, script = "" }: Options = {}): Promise<Standing> => {
    const opened = await openWaiting(open, path, { POLL_SECONDS: "3600", ...settings }, script, withClock);
    const { page, front } = opened;
    const waits = (): Promise<void> => expect.poll(() => page.evaluate("window.hasWaited")).toBe(true);
    // Another poll would replace the first one, which would then count for nothing.
    await waits();
    await page.clock.pauseAt(Date.now() + 60_000);
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    const leave = async (start: (page: Page) => unknown = wake) => {
      const load = page.waitForRequest((request) => request.isNavigationRequest());
      await start(page);
      return (await ticking(page, load)).url();
    };
    return {
      ...opened,
      waits,
      loads,
      leave,
      poll: (start) => pollNow(page, start),
      pass: (ms) => page.clock.fastForward(ms),
      async returns(start) {
        const url = await leave(start);
        await expect.poll(() => page.title()).toBe("The app");
        return url;
      },
      async reload() {
        await reload(page);
        await waits();
      },
      async again(path, ...cookies) {
        await page.context().clearCookies();
        await page.context().addCookies(cookies.map((name) => ({ name, value: "1", url: front.url })));
        await opened.again(path);
        await waits();
        front.log.splice(0);
      },
    };
  };

async function openWaiting(
  open: Open,
  path: string,
  settings: Record<string, string>,
  script: string,
  world?: typeof withClock,
): Promise<Waiting> {
  const service = await serveHere({ RETURN_SPREAD_SECONDS: "0", ...settings });
  const front = await startFront(service.url);
  const opened = await open(`${front.url}${path}`, {}, script, world);
  const { page } = opened;
  return {
    ...opened,
    front,
    service,
    set: (...options) => setNotice(service, ...options),
    async again(path) {
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
