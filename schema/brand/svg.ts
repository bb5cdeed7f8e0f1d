import { isUtf8 } from "node:buffer";
import { SaxesParser, type SaxesTagNS } from "saxes";
import type { ImageFaults, ImageSize } from "./image-size.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
/** How deep elements may be nested, as some XML parsers end at 256, and how many may be drawn: uses of uses multiply. */
const maxNesting = 200;
const maxDrawn = 10_000;

/** An element: what is in it, the ids of what it uses, and how many elements it draws, once they are counted. */
type Part = { parts: Part[]; uses: string[]; drawn?: number };

/** The size of an SVG, or why it cannot be a logo. What it holds is not judged: in an image, browsers run and load nothing. */
export function readSvg(bytes: Buffer): ImageSize | ImageFaults {
  if (!isUtf8(bytes)) return { faults: ["is not UTF-8: save it as UTF-8"] };
  const parser = new SaxesParser({ xmlns: true });
  const open: Part[] = [{ parts: [], uses: [] }];
  const named = new Map<string, Part>();
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
    const part = { parts: [], uses: usesOf(tag) };
    const id = tag.attributes.id?.value;
    if (id && !named.has(id)) named.set(id, part);
    open.at(-1)?.parts.push(part);
    if (open.push(part) > maxNesting) fault ??= `is nested ${maxNesting} deep: ungroup what is in it`;
  });
  parser.on("closetag", () => open.pop());
  parser.write(bytes.toString()).close();
  if (fault !== undefined || !root) return { faults: [String(fault)] };
  if (root.local !== "svg" || root.uri !== svgNamespace)
    return { faults: [`does not begin with <svg xmlns="${svgNamespace}">: save it as SVG`] };
  if (countDrawn(open[0] as Part, named) > maxDrawn)
    return { faults: [`draws its parts more than ${maxDrawn} times over: draw them once`] };
  return sizeOf(root) ?? { faults: ["has no size: give it a viewBox, or width and height in pixels"] };
}

/** The ids of what an element draws: by reference, and as its paint, mask or clip. */
function usesOf({ local, attributes }: SaxesTagNS): string[] {
  const start = /^(?:use|pattern)$/.test(local) ? "(?:^|url\\()" : "url\\(";
  const id = new RegExp(`${start}["'\\s]*#([^"')\\s]+)`, "gi");
  return Object.values(attributes).flatMap(({ value }) => [...value.matchAll(id)].map(([, id = ""]) => id));
}

/** How many elements are drawn; infinitely many if a part that is reached again while it is counted contains itself. */
function countDrawn(part: Part, named: Map<string, Part>): number {
  if (part.drawn !== undefined) return part.drawn;
  part.drawn = Number.POSITIVE_INFINITY;
  const parts = [...part.parts, ...part.uses.flatMap((id) => named.get(id) ?? [])];
  part.drawn = parts.reduce((sum, other) => sum + countDrawn(other, named), 1);
  return part.drawn;
}

/** The size in pixels that the root gives, else that of its view box; undefined if neither is one. */
function sizeOf({ attributes }: SaxesTagNS): ImageSize | undefined {
  const { width, height, viewBox } = attributes;
  const box =
    /^\s*(?:[^\s,]+[\s,]+){2}([^\s,]+)[\s,]+([^\s,]+)\s*$/.exec(viewBox?.value ?? "")?.slice(1) ?? [];
  const pixels = (side = ""): number => Number(/^(\d*\.?\d+(?:e[+-]?\d+)?)(?:px)?$/i.exec(side)?.[1]);
  return [[width?.value, height?.value], box]
    .map(([width, height]) => ({ width: pixels(width), height: pixels(height) }))
    .find(({ width, height }) => width > 0 && height > 0 && width < 1e5 && height < 1e5);
}
