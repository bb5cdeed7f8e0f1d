import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
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

/** Starts a Chromium with the tests' fonts, or with those of another fontconfig file. */
export function startBrowser(fontconfig = inject("fontconfig")): Promise<Browser> {
  const env = { ...process.env, FONTCONFIG_FILE: fontconfig };
  return chromium.launch({ executablePath: inject("chromium"), args: flags, env });
}

let browser: Promise<Browser> | undefined;

/** The Chromium that all files of a worker share. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser().then((launched) => {
    // After a crash, the next test starts another one.
    launched.once("disconnected", () => {
      browser = undefined;
    });
    return launched;
  });
  return browser;
}

/** A visitor who wants no motion, which would cost more time than everything else. */
export const still = { reducedMotion: "reduce" } as const;

/** Gives a function that opens the visitors' page in a new window. The window closes when the test ends. */
export function launchBrowser(
  visitor: BrowserContextOptions = {},
  start: () => Promise<Browser> = sharedBrowser,
): (url: string, options?: BrowserContextOptions, script?: string, world?: World) => Promise<OpenPage> {
  return async (url, options, script, { prepare, until = "load", isByHand } = {}) => {
    const browser = await start();
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ viewport, ...visitor, ...options });
    onTestFinished(() => context.close());
    await prepare?.(context);
    const page = await context.newPage();
    if (script) await page.addInitScript(script);
    // Last, so that it sees how long the page itself waits.
    await page.addInitScript(isByHand ? withReactByHand : withReact);
    const noise: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(String(error)));
    page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const response = await page.goto(url, { waitUntil: until });
    expect(response?.status()).toBe(503);
    if (options?.javaScriptEnabled !== false) await hasAsked(page);
    if (options?.javaScriptEnabled !== false && !isByHand) await isHydrated(page);
    // Chromium reports every 503 document on its console; anything else is ours.
    const unexpected = () => noise.filter((text) => !/^Failed to load resource: .* 503 /.test(text));
    return { page, unexpected, requests };
  };
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

export interface World {
  /** Runs before the page exists, for example to answer for other hosts. */
  prepare?(context: BrowserContext): Promise<unknown>;
  /** Loads React only when the test calls the page's `comes()`; otherwise React loads at once. */
  isByHand?: true;
  /** When the page counts as loaded. A script that never comes delays "load". */
  until?: "domcontentloaded" | "load";
}

export interface OpenPage {
  page: Page;
  /** What the console, uncaught errors and dialogs said. */
  unexpected(): string[];
  /** The paths that were requested, the page's own first; data URLs are none. */
  requests: string[];
}
