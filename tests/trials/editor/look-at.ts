import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { EditorPage } from "../../support/browser/editor-page.ts";
import { violations } from "../../support/browser/looks.ts";

/** Each run leaves pictures of the states here, for people. */
const folder = "var/pictures/editor";

/** What is wider than the window or than an open sheet. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      .map(({ tagName, scrollWidth, clientWidth }) => ({ tagName, over: scrollWidth - clientWidth }))
      .filter(({ over }) => over > 0)
      .map(({ tagName, over }) => `${tagName} is ${over} px too wide`),
  );
}

/** Expects a state to pass axe-core and to fit: on a laptop, in dark, in forced colours, on a phone, and with large text. */
export async function lookAt(name: string, { page, unexpected }: EditorPage): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const found: string[] = [];
  const views = [
    ["light", { colorScheme: "light" }, { width: 1280, height: 800 }],
    ["dark", { colorScheme: "dark" }, { width: 390, height: 844 }],
    ["forced", { colorScheme: "light", forcedColors: "active" }, { width: 320, height: 640 }],
  ] as const;
  for (const [view, media, size] of views) {
    await page.emulateMedia({ forcedColors: "none", ...media, reducedMotion: "reduce" });
    // An element half behind the bar at the bottom would count as too small to touch.
    await page.setViewportSize({ ...size, height: 3000 });
    found.push(...(await violations(page, 10)).map((violation) => `${view}: ${violation}`));
    await page.setViewportSize(size);
    found.push(...(await tooWide(page)).map((fault) => `${view}: ${fault}`));
    await page.screenshot({ path: `${folder}/${name}-${view}.png` });
  }
  const setRoot = (size: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), size);
  await setRoot("200%");
  found.push(...(await tooWide(page)).map((fault) => `text of 200 %: ${fault}`));
  await page.screenshot({ path: `${folder}/${name}-large.png` });
  await setRoot("");
  expect(found).toEqual([]);
  expect(unexpected()).toEqual([]);
}
