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
export interface Tab {
  /** Returns what a function returns in the page, awaited, as JSON. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Runs what may leave the page, such as a click. `evaluate` might lose its reply with the page. */
  act<Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args): Promise<void>;
  /** The text of the first element. */
  text(selector: string): Promise<string | null | undefined>;
  /** The text of the first element in the first frame. */
  textInFrame: Tab["text"];
}

/** Starts a real browser for the tests of a block. Returns what opens a page in its one window. */
export function launchEngine(
  name: EngineName,
  options: Partial<EngineOptions> = {},
): (url: string) => Promise<Tab> {
  const engine = shared((onFinished) =>
    starts[name]({ language: "en", hasScript: true, ...options }, onFinished),
  );
  const call = (work: unknown, args: unknown[]) => `(${work})(...${JSON.stringify(args)})`;
  const evaluate: Tab["evaluate"] = async (work, ...args) => (await engine().run(call(work, args))) as never;
  const act: Tab["act"] = async (work, ...args) =>
    void (await engine().run(`void setTimeout(() => ${call(work, args)})`));
  const text: Tab["text"] = (selector) =>
    evaluate((selector) => document.querySelector(selector)?.textContent, selector);
  const textInFrame: Tab["text"] = async (selector) => {
    await engine().turnTo("frame");
    return text(selector).finally(() => engine().turnTo("page"));
  };
  return async (url) => {
    await engine().open(url);
    return { evaluate, act, text, textInFrame };
  };
}
