import axe from "axe-core";
import { blend, type Color, parse, wcagContrast } from "culori";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const withoutText =
  "* { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important }";

/**
 * Each visible text with its lowest contrast against any pixel behind it, in a picture of the page without its texts. The
 * page needs `bypassCSP`.
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export async function contrasts(page: Page): Promise<{ text: string; ratio: number }[]> {
  const picture = await page.screenshot({ fullPage: true, scale: "css", style: withoutText });
  const painted = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const behind = canvas.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    behind.drawImage(bitmap, 0, 0);
    const found: { text: string; ink: string; opacity: number; grounds: number[] }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? "";
      const around: Element[] = [];
      for (let each = texts.currentNode.parentElement; each; each = each.parentElement) around.push(each);
      const isHidden = around.some((each) => each.getBoundingClientRect().width <= 1);
      if (!text || isHidden || !around[0]) continue;
      const ink = getComputedStyle(around[0]).color;
      const opacity = around.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const grounds = [...range.getClientRects()].flatMap(({ left, top, width, height }) => {
        const [x, y] = [Math.round(left + scrollX), Math.round(top + scrollY)];
        const { data } = behind.getImageData(x, y, Math.round(width) || 1, Math.round(height) || 1);
        return [...new Set(new Uint32Array(data.buffer))];
      });
      found.push({ text, ink, opacity, grounds });
    }
    return found;
  }, picture.toString("base64"));
  return painted.map(({ text, ink, opacity, grounds }) => {
    const color = parse(ink) ?? expect.fail(`${ink} is no colour`);
    const over = { ...color, alpha: (color.alpha ?? 1) * opacity };
    const ratios = grounds.map((pixel) => {
      const [r = 0, g = 0, b = 0] = [0, 8, 16].map((shift) => ((pixel >> shift) & 255) / 255);
      const ground: Color = { mode: "rgb", r, g, b };
      return wcagContrast(blend([ground, over]), ground);
    });
    return { text, ratio: Math.min(...ratios) };
  });
}

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The violations that axe-core finds in a page without its frames. More than `rules` of its rules must pass. */
export async function violations(page: Page, rules: number): Promise<string[]> {
  // Through the debugger, which the page's policy does not bind.
  const session = await page.context().newCDPSession(page);
  const options = JSON.stringify({ runOnly: standards, iframes: false });
  const run = `globalThis.axe || (() => { ${axe.source} })(); axe.run(${options})
    .then(({ violations, passes }) => JSON.stringify({ passes: passes.length, violations }))`;
  const { result } = await session.send("Runtime.evaluate", { expression: run, awaitPromise: true });
  const report: { passes: number; violations: axe.Result[] } = JSON.parse(result.value);
  expect(report.passes).toBeGreaterThan(rules);
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** The start of the markup of each element that is too wide for the page. A drawing without height shows no part. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        if (element.parentElement?.closest("svg")?.clientHeight === 0) return false;
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

export async function shownFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}

/** The elements that have moved since the page was opened, and by how much. @see https://wicg.github.io/layout-instability/ */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const moved: string[] = [];
    type Shift = PerformanceEntry & { value: number; sources: { node: Element }[] };
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        moved.push(`${value}: ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // Two frames after the last change, it has been measured.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    for (const entry of observer.takeRecords()) moved.push(String(Reflect.get(entry, "value")));
    return moved;
  });
}

export const styles = (page: Page, property: string, ...selectors: string[]): Promise<string[]> =>
  page.evaluate(
    ([property, selectors]) =>
      selectors.map((it) =>
        getComputedStyle(document.querySelector(it) as Element).getPropertyValue(property),
      ),
    [property, selectors] as const,
  );

/** Gives the page's window a size such as "320x568". Resolves with the height. */
export async function resize(page: Page, size: string): Promise<number> {
  const [width = 0, height = 0] = size.split("x").map(Number);
  await page.setViewportSize({ width, height });
  return height;
}

export const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox()) ?? expect.fail(`${selector} is not visible`);
