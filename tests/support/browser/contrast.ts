import type { Page } from "playwright-core";

/** A text, and its lowest contrast with any pixel behind it. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export interface TextContrast {
  text: string;
  ratio: number;
}

const withoutText =
  "* { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important }";

/** The contrast of every text in sight against a picture of the page without its texts; the page needs `bypassCSP`. */
export async function contrasts(page: Page): Promise<TextContrast[]> {
  const picture = await page.screenshot({ fullPage: true, scale: "css", style: withoutText });
  return page.evaluate(async (png) => {
    type Color = readonly [number, number, number, number];
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvasOf = (width: number, height: number) =>
      new OffscreenCanvas(width, height).getContext("2d", {
        willReadFrequently: true,
      }) as OffscreenCanvasRenderingContext2D;
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
    const over = (ink: Color, alpha: number, ground: Color): Color => {
      const mix = (index: 0 | 1 | 2): number => ink[index] * alpha + ground[index] * (1 - alpha);
      return [mix(0), mix(1), mix(2), 255];
    };
    const ratio = (one: Color, other: Color): number => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };

    const found: TextContrast[] = [];
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
        const [x = 0, y = 0] = [left + scrollX, top + scrollY].map(Math.round);
        const box = behind.getImageData(
          x,
          y,
          Math.max(Math.round(width), 1),
          Math.max(Math.round(height), 1),
        );
        return colorsIn(box).map((ground) => ratio(over(ink, (ink[3] / 255) * opacity, ground), ground));
      });
      found.push({ text, ratio: Math.min(...ratios) });
    }
    return found;
  }, picture.toString("base64"));
}
