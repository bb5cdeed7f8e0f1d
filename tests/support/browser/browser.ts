import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import type { OnFinished } from "../shared.ts";
import { withReact, withReactByHand } from "./page-time.ts";

/**
 * Chromium would make two pages of its own for the address bar of each window, which cost more than the tested page. It
 * reads only the last such list, so this one includes Playwright's own.
 */
const withoutFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"],
  ...["LensOverlay", "PaintHolding", "PreconnectToSearch", "SpareRendererForSitePerProcess"],
  "ThirdPartyStoragePartitioning",
];
/** The name under which the browser finds this machine as if it were another one. */
export const otherMachine = "notice.example.com";
const flags = [
  `--disable-features=${withoutFeatures}`,
  `--host-resolver-rules=MAP ${otherMachine} 127.0.0.1`,
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** By their fontconfig files. They end with the worker. */
const browsers = new Map<string, Promise<Browser>>();

/** The Chromium that all files of a worker share, with the tests' fonts or with those of another fontconfig file. */
function sharedBrowser(fontconfig = inject("fontconfig")): Promise<Browser> {
  const launch = async () => {
    const env = { ...process.env, FONTCONFIG_FILE: fontconfig };
    const browser = await chromium.launch({ executablePath: inject("chromium"), args: flags, env });
    // After a crash, the next test starts another one.
    return browser.once("disconnected", () => browsers.delete(fontconfig));
  };
  const browser = browsers.get(fontconfig) ?? launch();
  browsers.set(fontconfig, browser);
  return browser;
}

/** A visitor, and how the window opens. */
export interface WindowOptions extends BrowserContextOptions {
  /** A file that gives the browser other fonts than the tests' usual ones. */
  fontconfig?: string;
  /** Runs before the page exists, for example to answer for other hosts. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
  onFinished?: OnFinished;
}

export const laptop = { width: 1280, height: 800 };

/** Opens an empty window, which closes when the test ends. Motion would cost more time than everything else. */
export async function openWindow(options: WindowOptions = {}) {
  const { fontconfig, prepare, onFinished = onTestFinished, ...visitor } = options;
  const browser = await sharedBrowser(fontconfig);
  const context = await browser.newContext({ viewport: laptop, reducedMotion: "reduce", ...visitor });
  onFinished(() => context.close());
  await prepare?.(context);
  return openTab(context);
}

/** Opens an empty tab of a window. */
export async function openTab(context: BrowserContext) {
  const page = await context.newPage();
  const noise: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(String(error)));
  page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  return {
    page,
    context,
    /** What the console, uncaught errors and dialogs said, except for such reports of files that failed to load. */
    unexpected: (expected = /^Failed to load resource/) => noise.filter((text) => !expected.test(text)),
    /** The paths that were requested, the page's own first; data URLs are none. */
    requests,
  };
}

export interface PageOptions extends WindowOptions {
  /** Runs before the page's own scripts. */
  script?: string;
  /** Loads React only when the test calls the page's `comes()`; otherwise React loads at once. */
  isByHand?: true;
  /** When the page counts as loaded. A script that never comes delays "load". */
  until?: "domcontentloaded" | "load";
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** Opens the visitors' page in a new window. */
export async function openPage(url: string, options: PageOptions = {}) {
  const { script, isByHand, until = "load", ...visitor } = options;
  const opened = await openWindow(visitor);
  const { page } = opened;
  if (script) await page.addInitScript(script);
  // Last, so that it sees how long the page itself waits.
  await page.addInitScript(isByHand ? withReactByHand : withReact);
  const response = await page.goto(url, { waitUntil: until });
  expect(response?.status()).toBe(503);
  if (visitor.javaScriptEnabled !== false) await hasAsked(page);
  if (visitor.javaScriptEnabled !== false && !isByHand) await isHydrated(page);
  // Chromium reports every 503 document on its console; anything else is ours.
  return { ...opened, unexpected: () => opened.unexpected(/^Failed to load resource: .* 503 /) };
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hasAsked(page);
  await isHydrated(page);
}

/** Resolves when a poll has succeeded or failed, whatever clock the page has. */
export function hasAsked(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ name }) => name.includes("/backsoon-notice?"))) resolve();
        });
        observer.observe({ type: "resource", buffered: true });
      }),
  );
}

export async function isHydrated(page: Page): Promise<void> {
  const isReacts = () =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => /^__reactFiber/.test(key));
  await expect.poll(() => page.evaluate(isReacts)).toBe(true);
}
