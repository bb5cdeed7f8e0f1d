import type { Brand, PictureName } from "../../schema/brand/brand.ts";
import type { ImageSize } from "../../schema/brand/image-size.ts";
import { type Scheme, schemes } from "../../schema/brand/schemes.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { type AccentUse, type MovedAccent, makePageBrand, moveAccent, shownSize } from "../../web/brand.ts";
import { fixedTextsOf } from "../../web/render.tsx";

/** A brand as the page will show it, in lines to read and as values for a program. */
export interface BrandDescription {
  lines: string[];
  values: object;
}

/** Describes a valid brand: its texts, its pictures, and the contrast of its accent before and after adjustment. */
export function describeBrand(brand: Brand): BrandDescription {
  const { document, images } = brand;
  const { name, showName = true, home, accent, footer, links = [], texts = {} } = document;
  const { titleSuffix } = makePageBrand(brand);
  const moved = accent === undefined ? undefined : moveForEachUse(accent);
  const pictures = Object.entries(images) as [PictureName, ImageSize][];
  const sizes = pictures.map(([picture, { width, height }]) => ({
    picture,
    width,
    height,
    ...(picture !== "favicon" && { shown: shownSize({ width, height }) }),
  }));
  const said = Object.keys(texts).map((tag) => [tag, fixedTextsOf(tag, texts)] as const);
  return {
    lines: [
      `name: ${name}${showName ? "" : ", which the logo alone shows"}${home === undefined ? "" : `, which links to ${home}`}`,
      `tab: ${defaults.title}${titleSuffix}`,
      ...sizes.map(({ picture, shown, ...size }) =>
        shown
          ? `${picture}: ${inWords(size)}, shown at ${inWords(shown)} pixels`
          : `${picture}: ${inWords(size)}`,
      ),
      ...(accent !== undefined && moved ? accentInWords(accent, moved) : []),
      ...(footer === undefined ? [] : [`footer: ${footer}`]),
      ...links.map(
        ({ kind, url, label }) => `link: ${label ?? `the page's own word for ${kind}`}, to ${url}`,
      ),
      ...said.flatMap(([tag, sentences]) => textsInWords(tag, sentences, texts[tag])),
    ],
    values: {
      brand: document,
      images: sizes,
      ...(moved && { accent: moved.text, sun: moved.sun }),
      ...(said.length > 0 && { texts: Object.fromEntries(said) }),
    },
  };
}

/** Every sentence of the page in a language, so that people see whether replaced sentences fit the others. */
function textsInWords(tag: string, sentences: object, own: object = {}): string[] {
  return Object.entries(sentences).map(
    ([name, text]) => `text in ${tag}, ${name}: ${text}${name in own ? "" : " (the page's own)"}`,
  );
}

type Accents = Record<AccentUse, Record<Scheme, MovedAccent>>;

function moveForEachUse(accent: string): Accents {
  const move = (use: AccentUse) => ({
    light: moveAccent(accent, use, "light"),
    dark: moveAccent(accent, use, "dark"),
  });
  return { text: move("text"), sun: move("sun") };
}

/** The name of each use of an accent, and the purpose of its contrast. */
const uses = {
  text: { name: "text and links", purpose: "read" },
  sun: { name: "the sun", purpose: "seen" },
} as const satisfies Record<AccentUse, object>;

function accentInWords(accent: string, moved: Accents): string[] {
  return (["text", "sun"] as const).flatMap((use) =>
    schemes.map((scheme) => {
      const { color, before, after } = moved[use][scheme];
      const { name, purpose } = uses[use];
      const darkened = scheme === "light" ? "darkened" : "lightened";
      const outcome =
        before === after
          ? "is used as it is"
          : `is ${darkened} to ${color} (${ratio(after)}) so that it can be ${purpose}`;
      return `accent for ${name}, on a ${scheme} page: ${accent} (contrast ${ratio(before)}) ${outcome}`;
    }),
  );
}

function inWords({ width, height }: ImageSize): string {
  return `${width} × ${height}`;
}

/** A contrast, rounded down so that a low contrast does not look sufficient. */
function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 100) / 100).toFixed(2)}:1`;
}
