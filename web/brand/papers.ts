import type { Scheme } from "../../schema/brand/schemes.ts";

/** The backgrounds of the page's text in each scheme, lightest and darkest; a test compares them with the styles. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const satisfies Record<Scheme, [lightest: string, darkest: string]>;
