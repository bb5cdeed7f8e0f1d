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
  return page.evaluate(async (png) => {
    type Color = readonly [number, number, number, number];
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    type Canvas = OffscreenCanvasRenderingContext2D;
    const canvasOf = (width: number, height: number) =>
      new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }) as Canvas;
    const behind = canvasOf(bitmap.width, bitmap.height);
    behind.drawImage(bitmap, 0, 0);
    const swatch = canvasOf(1, 1);

    const colorsIn = ({ data }: ImageData): Color[] => {
      const found = new Set(new Uint32Array(data.buffer));
      return [...found].map((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]);
    };
    const read = (color: string): Color => {
      swatch.clearRect(0, 0, 1, 1);
      swatch.fillStyle = color;
      swatch.fillRect(0, 0, 1, 1);
      return colorsIn(swatch.getImageData(0, 0, 1, 1))[0] ?? [0, 0, 0, 0];
    };
    const luminance = ([red, green, blue]: Color): number => {
      const linear = (value: number): number =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const over = (ink: Color, alpha: number, ground: Color) =>
      ink.map((value, index) => value * alpha + (ground[index] ?? 0) * (1 - alpha)) as unknown as Color;
    const ratio = (one: Color, other: Color): number => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };

    const found: { text: string; ratio: number }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? "";
      const around: Element[] = [];
      for (let each = texts.currentNode.parentElement; each; each = each.parentElement) around.push(each);
      const isHidden = around.some((each) => each.getBoundingClientRect().width <= 1);
      if (!text || isHidden || !around[0]) continue;
      const ink = read(getComputedStyle(around[0]).color);
      const opacity = around.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const ratios = [...range.getClientRects()].flatMap(({ left, top, width, height }) => {
        const [x, y] = [Math.round(left + scrollX), Math.round(top + scrollY)];
        const box = behind.getImageData(x, y, Math.round(width) || 1, Math.round(height) || 1);
        return colorsIn(box).map((ground) => ratio(over(ink, (ink[3] / 255) * opacity, ground), ground));
      });
      found.push({ text, ratio: Math.min(...ratios) });
    }
    return found;
  }, picture.toString("base64"));
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
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element }[];
        };
        moved.push(`${value}: ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
      }
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
