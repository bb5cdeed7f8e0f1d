import type { ImageFaults, ImageSize } from "./image-size.ts";
import { readSvg } from "./svg.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** How wide and how high it may be, in pixels. */
const maxSize = 1024;
/** The length, the type and the checksum of a chunk, in bytes. */
const chunkFrame = 12;

/** A picture that is part of the page itself. */
export interface BrandImage extends ImageSize {
  /** A `data:` URL. */
  url: string;
}

/** The picture in a file of the name's kind, or all that it is refused for. @see https://www.rfc-editor.org/rfc/rfc2397 */
export function readImage(name: string, bytes: Buffer): BrandImage | ImageFaults {
  const isSvg = name.endsWith(".svg");
  const size = isSvg ? readSvg(bytes) : readPng(bytes);
  if ("faults" in size) return size;
  const url = isSvg
    ? `data:image/svg+xml,${encodeURIComponent(bytes.toString())}`
    : `data:image/png;base64,${bytes.toString("base64")}`;
  return { ...size, url };
}

/** The size of a PNG, by its own header, or what is wrong with it. @see https://www.w3.org/TR/png-3/ */
function readPng(bytes: Buffer): ImageSize | ImageFaults {
  if (!bytes.subarray(0, signature.length).equals(signature))
    return { faults: ["is not a PNG: save it as one"] };
  const chunks: string[] = [];
  for (let at = signature.length; at < bytes.length; ) {
    const length = at + chunkFrame <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (at + chunkFrame + length > bytes.length) return { faults: ["is cut short: copy it again"] };
    chunks.push(bytes.toString("latin1", at + 4, at + 8));
    at += chunkFrame + length;
  }
  if (chunks[0] !== "IHDR" || !chunks.includes("IDAT") || chunks.at(-1) !== "IEND")
    return { faults: ["is not a whole PNG: save it again"] };
  const faults: string[] = [];
  if (chunks.includes("acTL")) faults.push("is animated: give a picture that stands still");
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > maxSize || height > maxSize)
    faults.push(`is ${width} × ${height} pixels, and at most ${maxSize} × ${maxSize} are allowed`);
  return faults.length > 0 ? { faults } : { width, height };
}
