import { isUtf8 } from "node:buffer";
import { SaxesParser, type SaxesTagNS } from "saxes";
import type { ImageFaults, ImageSize } from "./image-size.ts";

const svgNamespace = "http://www.w3.org/2000/svg";

/** The size of an SVG, or why it cannot be a logo. Browsers run and load nothing in an image, so any content is safe. */
export function readSvg(bytes: Buffer): ImageSize | ImageFaults {
  if (!isUtf8(bytes)) return { faults: ["is not UTF-8: save it as UTF-8"] };
  const parser = new SaxesParser({ xmlns: true });
  let root: SaxesTagNS | undefined;
  let fault: string | undefined;
  parser.on("error", ({ message }) => {
    fault ??= `is not well-formed XML, ${message.replace(/^(\d+):(\d+)/, "line $1, column $2").replace(/\.$/, "")}`;
  });
  parser.on("doctype", (text) => {
    if (text.includes("<!ENTITY")) fault ??= "has entities: save it without Illustrator's editing data";
  });
  parser.on("opentag", (tag) => {
    root ??= tag;
  });
  parser.write(bytes.toString()).close();
  if (fault !== undefined || !root) return { faults: [String(fault)] };
  if (root.local !== "svg" || root.uri !== svgNamespace)
    return { faults: [`does not begin with <svg xmlns="${svgNamespace}">: save it as SVG`] };
  return sizeOf(root) ?? { faults: ["has no size: give it a viewBox, or width and height in pixels"] };
}

/** The width and height of the root element, else those of its view box; undefined if neither is in pixels. */
function sizeOf({ attributes }: SaxesTagNS): ImageSize | undefined {
  const { width, height, viewBox } = attributes;
  const box =
    /^\s*(?:[^\s,]+[\s,]+){2}([^\s,]+)[\s,]+([^\s,]+)\s*$/.exec(viewBox?.value ?? "")?.slice(1) ?? [];
  const pixels = (side = ""): number => Number(/^(\d*\.?\d+(?:e[+-]?\d+)?)(?:px)?$/i.exec(side)?.[1]);
  return [[width?.value, height?.value], box]
    .map(([width, height]) => ({ width: pixels(width), height: pixels(height) }))
    .find(({ width, height }) => width > 0 && height > 0 && width < 1e5 && height < 1e5);
}
