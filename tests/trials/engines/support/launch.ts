import type { Page } from "playwright-core";
import { openWindow } from "../../../support/browser/browser.ts";
import { type OnFinished, shared } from "../../../support/shared.ts";
import { type Engine, type EngineOptions, startFirefox, startWebKit } from "./drivers.ts";

async function startChromium(options: EngineOptions, onFinished: OnFinished): Promise<Engine> {
  const { language: locale, hasScript: javaScriptEnabled } = options;
  const { page } = await openWindow({ locale, javaScriptEnabled, onFinished });
  let current: Pick<Page, "evaluate"> | undefined = page;
  return {
    open: (url) => page.goto(url),
    async turnTo(place) {
      current = place === "page" ? page : page.mainFrame().childFrames()[0];
    },
    run: async (expression) => current?.evaluate(expression),
  };
}

const starts = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebKit };
export type EngineName = keyof typeof starts;
export const engineNames = Object.keys(starts) as EngineName[];

/** A page that is open in an engine. */
export type Tab = Awaited<ReturnType<ReturnType<typeof launchEngine>>>;

/** Starts a real browser for the tests of a block. Returns what opens a page in its one window. */
export function launchEngine(name: EngineName, options: Partial<EngineOptions> = {}) {
  const engine = shared((onFinished) =>
    starts[name]({ language: "en", hasScript: true, ...options }, onFinished),
  );
  const call = (work: unknown, args: unknown[]) => `(${work})(...${JSON.stringify(args)})`;
  /** Returns what a function returns in the page, awaited, as JSON. */
  const evaluate = async <Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) =>
    (await engine().run(call(work, args))) as Awaited<Result>;
  /** The text of the first element. */
  const text = (selector: string) =>
    evaluate((selector) => document.querySelector(selector)?.textContent, selector);
  return async (url: string) => {
    await engine().open(url);
    return {
      evaluate,
      text,
      /** Runs what may leave the page, such as a click. `evaluate` might lose its reply with the page. */
      async act<Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args): Promise<void> {
        await engine().run(`void setTimeout(() => ${call(work, args)})`);
      },
      /** The text of the first element in the first frame. */
      async textInFrame(selector: string) {
        await engine().turnTo("frame");
        return text(selector).finally(() => engine().turnTo("page"));
      },
    };
  };
}
