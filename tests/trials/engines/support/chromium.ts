import type { Page } from "playwright-core";
import { startBrowser } from "../../../support/browser/browser.ts";
import type { AtEnd, Engine, EngineOptions } from "./engine.ts";

export async function startChromium({ language, hasScript }: EngineOptions, atEnd: AtEnd): Promise<Engine> {
  const browser = await startBrowser();
  atEnd(() => browser.close());
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
