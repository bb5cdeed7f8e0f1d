import type { ImageFaults, ImageSize } from "./image-size.ts";
import { readPng } from "./png.ts";
import { readSvg } from "./svg.ts";

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
