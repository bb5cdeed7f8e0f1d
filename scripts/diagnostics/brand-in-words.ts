import type { Brand, PictureName } from "../../schema/brand/brand.ts";
import type { ImageSize } from "../../schema/brand/image-size.ts";
import { schemes } from "../../schema/brand/schemes.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { makePageBrand, readableAccent, shownSize } from "../../web/brand.ts";

/** What a brand will be on the page, in lines to read and as values for a program. */
export interface BrandDescription {
  lines: string[];
  values: object;
}

/** Describes a valid brand: its texts, its pictures and the contrast of its accent before and after it was moved. */
export function describeBrand(brand: Brand): BrandDescription {
  const { document, images } = brand;
  const { name, home, accent, footer, links = [] } = document;
  const { titleSuffix } = makePageBrand(brand);
  const accents =
    accent === undefined ? [] : schemes.map((scheme) => ({ scheme, ...readableAccent(accent, scheme) }));
  const pictures = Object.entries(images) as [PictureName, ImageSize][];
  const sizes = pictures.map(([picture, { width, height }]) => ({
    picture,
    width,
    height,
    ...(picture !== "favicon" && { shown: shownSize({ width, height }) }),
  }));
  return {
    lines: [
      `name: ${name}${home === undefined ? "" : `, a link to ${home}`}`,
      `tab: ${defaults.title}${titleSuffix}`,
      ...sizes.map(({ picture, shown, ...size }) =>
        shown
          ? `${picture}: ${inWords(size)}, shown in ${inWords(shown)} pixels`
          : `${picture}: ${inWords(size)}`,
      ),
      ...accents.map(
        ({ scheme, color, before, after }) =>
          `accent, ${scheme}: ${accent} ${ratio(before)} → ${color} ${ratio(after)}`,
      ),
      ...(footer === undefined ? [] : [`footer: ${footer}`]),
      ...links.map(
        ({ kind, url, label }) => `link: ${label ?? `${kind}, in the page's language`}, to ${url}`,
      ),
    ],
    values: {
      brand: document,
      images: sizes,
      ...(accent !== undefined && {
        accent: Object.fromEntries(accents.map(({ scheme, ...rest }) => [scheme, rest])),
      }),
    },
  };
}

function inWords({ width, height }: ImageSize): string {
  return `${width} × ${height}`;
}

/** A contrast, rounded down: one that is too low must not look sufficient. */
function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 100) / 100).toFixed(2)}:1`;
}
