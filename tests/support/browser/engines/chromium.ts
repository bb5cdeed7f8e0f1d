import { chromium } from "playwright-core";
import { inject } from "vitest";
import { flags } from "../browser.ts";
import type { AtEnd, Engine, EngineOptions } from "./engine.ts";

export async function startChromium({ language, hasScript }: EngineOptions, atEnd: AtEnd): Promise<Engine> {
  const browser = await chromium.launch({ executablePath: inject("chromium"), args: flags });
  atEnd(() => browser.close());
  const page = await browser.newPage({ locale: language, javaScriptEnabled: hasScript });
  return {
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
  };
}
