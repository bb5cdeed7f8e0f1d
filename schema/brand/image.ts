import { isUtf8 } from "node:buffer";
import { SaxesParser, type SaxesTagNS } from "saxes";

/** The size of a picture on the page, in CSS pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Why a picture is refused. Each fault follows the picture's name in a sentence. */
interface ImageFaults {
  faults: string[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxSize = 1024;

/** A picture that is embedded in the page. */
export interface BrandImage extends ImageSize {
  url: string;
}

/** Reads a PNG or an SVG, by the extension in its name, or returns why it is refused. @see https://www.rfc-editor.org/rfc/rfc2397 */
export function readImage(name: string, bytes: Buffer): BrandImage | ImageFaults {
  const isSvg = name.endsWith(".svg");
  const size = isSvg ? readSvg(bytes) : readPng(bytes);
  if ("faults" in size) return size;
  const url = isSvg
    ? `data:image/svg+xml,${encodeURIComponent(bytes.toString())}`
    : `data:image/png;base64,${bytes.toString("base64")}`;
  return { ...size, url };
}

/** The size of a PNG from its header, or its faults. @see https://www.w3.org/TR/png-3/ */
function readPng(bytes: Buffer): ImageSize | ImageFaults {
  if (!bytes.subarray(0, signature.length).equals(signature))
    return { faults: ["is not a PNG: save it as one"] };
  // The first and the last chunk. Four bytes of checksum follow each.
  const isWhole =
    bytes.toString("latin1", 12, 16) === "IHDR" && bytes.subarray(-8, -4).equals(Buffer.from("IEND"));
  if (!isWhole) return { faults: ["is not a whole PNG: save it again"] };
  const faults: string[] = [];
  if (bytes.includes("acTL")) faults.push("is animated: give a still picture");
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > maxSize || height > maxSize)
    faults.push(`is ${width} × ${height} pixels, and at most ${maxSize} × ${maxSize} are allowed`);
  return faults.length > 0 ? { faults } : { width, height };
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** The size of an SVG, or why it cannot be a logo. Browsers run and load nothing in an image, so any content is safe. */
function readSvg(bytes: Buffer): ImageSize | ImageFaults {
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
