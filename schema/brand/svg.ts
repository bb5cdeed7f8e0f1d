import { isUtf8 } from "node:buffer";
import { SaxesParser, type SaxesTagNS } from "saxes";
import type { ImageFaults, ImageSize } from "./image-size.ts";
import { attributeFault, elementFault, styleFault } from "./svg-allowed.ts";
import { countDrawn, type DrawingPart, drawingPartOf } from "./svg-drawing.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
/** How many elements may be drawn: a part that uses parts which use parts is drawn many times over. */
const maxDrawn = 10_000;

/**
 * The size of an SVG, or everything in it that a logo may not have. Only what is on the list of what draws is allowed;
 * whatever could load, run, move or be replaced is not.
 * @see https://www.w3.org/TR/SVG2/
 */
export function readSvg(bytes: Buffer): ImageSize | ImageFaults {
  if (!isUtf8(bytes)) return { faults: ["is not UTF-8: save it as UTF-8"] };
  const parser = new SaxesParser({ xmlns: true });
  const open: DrawingPart[] = [];
  let root: DrawingPart | undefined;
  /** An element that must go, with all that is in it. */
  let refused: DrawingPart | undefined;
  let style: string | undefined;
  let size: ImageSize | undefined;
  let broken: string | undefined;
  const faults = new Set<string>();
  const refuse = (reason: string | undefined): void => {
    // Once the XML is broken, the parser may misread what follows.
    if (reason !== undefined && broken === undefined) faults.add(reason);
  };

  parser.on("error", ({ message }) => {
    refuse(notWellFormed(message));
    broken ??= message;
  });
  parser.on("doctype", () => refuse("has a DOCTYPE: save it without one"));
  parser.on("processinginstruction", ({ target }) => refuse(`has the instruction <?${target}?>: remove it`));
  parser.on("opentag", (tag) => {
    const part = drawingPartOf(tag);
    open.at(-1)?.parts.push(part);
    open.push(part);
    if (refused) return;
    // To a browser, the text before the element and the text after it are one style.
    if (style !== undefined) refuse(`has <${tag.name}> in a style: remove it`);
    if (tag.local === "style") style = "";
    const reason = tag.uri === svgNamespace ? elementFault(tag.local) : foreignFault(tag);
    refuse(reason);
    if (!root) {
      root = part;
      size = sizeOf(tag);
      if (tag.local !== "svg") refuse(`is <${tag.local}>, not <svg>`);
      else if (!size) refuse("has no size: give it a viewBox, or width and height in pixels");
    }
    if (reason !== undefined) refused = part;
    else for (const attribute of Object.values(tag.attributes)) refuse(attributeFault(attribute));
  });
  parser.on("closetag", ({ local }) => {
    if (open.pop() === refused) refused = undefined;
    if (local !== "style" || style === undefined) return;
    refuse(styleFault(style));
    style = undefined;
  });
  const text = (value: string): void => {
    if (style !== undefined) style += value;
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.write(bytes.toString()).close();
  if (!root) faults.add("is empty: save the picture again");
  else if (countDrawn(root) > maxDrawn)
    refuse(`draws its parts more than ${maxDrawn} times over: draw them once`);
  return size && faults.size === 0 ? size : { faults: [...faults] };
}

/** The size that the root element gives in pixels, else that of its view box; undefined if neither is one. */
function sizeOf({ attributes }: SaxesTagNS): ImageSize | undefined {
  const pixels = (name: string): number =>
    Number(/^(\d+(?:\.\d+)?)(?:px)?$/.exec(attributes[name]?.value ?? "")?.[1]);
  const given = { width: pixels("width"), height: pixels("height") };
  if (isSize(given)) return given;
  const [, , width, height] = (attributes.viewBox?.value ?? "").trim().split(/[\s,]+/);
  const box = { width: numberOf(width), height: numberOf(height) };
  return isSize(box) ? box : undefined;
}

/** A number as browsers read it in SVG: decimal alone. */
function numberOf(text = ""): number {
  return /^\d*\.?\d+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

function isSize({ width, height }: ImageSize): boolean {
  return width > 0 && height > 0 && width < 1e5 && height < 1e5;
}

/** The parser's message, which begins with line and column, as a fault. */
function notWellFormed(message: string): string {
  const [, line, column, what = message] = /^(\d+):(\d+): (.*?)\.?$/.exec(message) ?? [];
  return line
    ? `is not well-formed XML, line ${line}, column ${column}: ${what}`
    : `is not well-formed XML: ${what}`;
}

function foreignFault({ name, uri }: SaxesTagNS): string {
  return uri === ""
    ? `is in no namespace: add xmlns="${svgNamespace}" to its root`
    : `has <${name}>, which is not SVG: save it as plain SVG`;
}
