import { clampChroma, converter, formatHex, wcagContrast } from "culori";
import type { Scheme } from "../../schema/brand/schemes.ts";

/** The backgrounds of the page's text in each scheme, lightest and darkest; a test compares them with the styles. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const satisfies Record<Scheme, [lightest: string, darkest: string]>;

/** What the accent colours: text, such as links, and the sun and its lines, which only decorate. */
export type AccentUse = "text" | "sun";

/**
 * The least contrast of each use with what is behind it: what text needs to be read, and about what our own sun has on
 * light paper. On dark a sun with no more would hardly be seen. A little more than that, as not everybody computes
 * luminance with the same constants.
 * @see https://www.w3.org/TR/WCAG22/#contrast-enhanced
 */
const leastContrast: Record<AccentUse, Record<Scheme, number>> = {
  text: { light: 7.01, dark: 7.01 },
  sun: { light: 2.01, dark: 3.01 },
};
/** How precisely the lightness is found: finer than anybody can see. */
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

/** The least contrast that a colour has anywhere on the page. */
function contrast(color: string, scheme: Scheme): number {
  return Math.min(...papers[scheme].map((paper) => wcagContrast(color, paper)));
}
