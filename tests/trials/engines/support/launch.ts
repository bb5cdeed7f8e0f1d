import type { Page } from "playwright-core";
import { startBrowser } from "../../../support/browser/browser.ts";
import { type OnFinished, shared } from "../../../support/shared.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

async function startChromium(
  { language, hasScript }: EngineOptions,
  onFinished: OnFinished,
): Promise<Engine> {
  const browser = await startBrowser();
  onFinished(() => browser.close());
  const page = await browser.newPage({ locale: language, javaScriptEnabled: hasScript });
  let current: Pick<Page, "evaluate"> = page;
  return {
    open: async (url) => void (await page.goto(url)),
    async turnTo(place) {
      const turned = place === "page" ? page : page.mainFrame().childFrames()[0];
      if (!turned) throw new Error("The page has no frame.");
      current = turned;
    },
    run: (expression) => current.evaluate(expression),
  };
}

const starts = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebKit };
export type EngineName = keyof typeof starts;
export const engineNames = Object.keys(starts) as EngineName[];

/** A page that is open in an engine. */
export interface Tab {
  /** What a function gives in the page, as JSON has it; a promise's value, once it is fulfilled. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /**
   * Has the page do what may lead it elsewhere, such as a click on what sends a form; resolves when the page is about to.
   * An evaluation that did so itself might lose its answer with the page.
   */
  act<Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args): Promise<void>;
  /** The text of the first element. */
  text(selector: string): Promise<string | null | undefined>;
  /** The text of the first element in the first frame. */
  textInFrame: Tab["text"];
}

/** A real browser for the tests of a block; gives what opens a page in its one window. */
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
