import { clampChroma, converter, formatHex, wcagContrast } from "culori";
import type { Scheme } from "../../schema/brand/schemes.ts";

/** The backgrounds of the page's text in each scheme, lightest and darkest; a test compares them with the styles. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const satisfies Record<Scheme, [lightest: string, darkest: string]>;

/** The uses of the accent: text, such as links, and the sun and its lines, which are decoration. */
export type AccentUse = "text" | "sun";

/**
 * The least contrast of each use: for text that of WCAG's level AAA, and for the sun about that of our own sun on light
 * paper. On dark paper, such a sun would hardly be seen. All are a little higher, because programs compute luminance
 * with different constants.
 * @see https://www.w3.org/TR/WCAG22/#contrast-enhanced
 */
const leastContrast: Record<AccentUse, Record<Scheme, number>> = {
  text: { light: 7.01, dark: 7.01 },
  sun: { light: 2.01, dark: 3.01 },
};
/** The precision of the lightness, finer than people can see. */
const precision = 0.001;

const oklch = converter("oklch");

/** The accent for one use in one scheme, as a hexadecimal colour, and its contrast before and after its lightness was moved. */
export interface MovedAccent {
  color: string;
  before: number;
  after: number;
}

/**
 * The nearest accent that has the contrast of its use: hue and chroma stay, and the lightness moves, down on light paper
 * and up on dark. A colour that no screen can show at that lightness loses chroma.
 * @see https://www.w3.org/TR/css-color-4/#ok-lab
 */
export function moveAccent(accent: string, use: AccentUse, scheme: Scheme): MovedAccent {
  const least = leastContrast[use][scheme];
  const before = contrast(accent, scheme);
  const { l: lightness, c: chroma, h: hue = 0 } = oklch(accent) ?? { l: 0, c: 0 };
  const at = (moved: number): string =>
    formatHex(clampChroma({ mode: "oklch", l: moved, c: chroma, h: hue }, "oklch"));
  let color = accent.toLowerCase();
  let [tooNear, enough] = [lightness, scheme === "light" ? 0 : 1];
  if (before < least) color = at(enough);
  while (before < least && Math.abs(enough - tooNear) > precision) {
    const middle = (enough + tooNear) / 2;
    const nearer = at(middle);
    if (contrast(nearer, scheme) < least) tooNear = middle;
    else [enough, color] = [middle, nearer];
  }
  return { color, before, after: contrast(color, scheme) };
}

/** The least contrast of a colour anywhere on the page. */
function contrast(color: string, scheme: Scheme): number {
  return Math.min(...papers[scheme].map((paper) => wcagContrast(color, paper)));
}
