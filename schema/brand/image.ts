import type { ImageFaults, ImageSize } from "./image-size.ts";
import { readSvg } from "./svg.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The largest width and height of a PNG, in pixels. */
const maxSize = 1024;

/** A picture that is embedded in the page. */
export interface BrandImage extends ImageSize {
  /** A `data:` URL. */
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
