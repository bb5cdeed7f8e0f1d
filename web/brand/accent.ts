import { clampChroma, converter, formatHex, wcagContrast } from "culori";
import type { Scheme } from "../../schema/brand/schemes.ts";
import { papers } from "./papers.ts";

/**
 * The least contrast of text in the accent with what is behind it, and a little more, as not everybody computes
 * luminance with the same constants.
 * @see https://www.w3.org/TR/WCAG22/#contrast-enhanced
 */
const leastContrast = 7.01;
/** How precisely the lightness is found: finer than anybody can see. */
const precision = 0.001;

const oklch = converter("oklch");

/** The accent in one scheme, as a hexadecimal colour, and its contrast before and after its lightness was moved. */
export interface ReadableAccent {
  color: string;
  before: number;
  after: number;
}

/**
 * The nearest accent in which text can be read: hue and chroma stay, and the lightness moves, down on light paper and
 * up on dark. A colour that no screen can show at that lightness loses chroma.
 * @see https://www.w3.org/TR/css-color-4/#ok-lab
 */
export function readableAccent(accent: string, scheme: Scheme): ReadableAccent {
  const before = contrast(accent, scheme);
  const { l: lightness, c: chroma, h: hue = 0 } = oklch(accent) ?? { l: 0, c: 0 };
  const at = (moved: number): string =>
    formatHex(clampChroma({ mode: "oklch", l: moved, c: chroma, h: hue }, "oklch"));
  let color = accent.toLowerCase();
  let [unreadable, readable] = [lightness, scheme === "light" ? 0 : 1];
  if (before < leastContrast) color = at(readable);
  while (before < leastContrast && Math.abs(readable - unreadable) > precision) {
    const middle = (readable + unreadable) / 2;
    const nearer = at(middle);
    if (contrast(nearer, scheme) < leastContrast) unreadable = middle;
    else [readable, color] = [middle, nearer];
  }
  return { color, before, after: contrast(color, scheme) };
}

/** The least contrast that text of a colour has anywhere on the page. */
function contrast(color: string, scheme: Scheme): number {
  return Math.min(...papers[scheme].map((paper) => wcagContrast(color, paper)));
}
