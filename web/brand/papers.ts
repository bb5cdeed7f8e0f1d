/** The backgrounds of the page's text in each scheme, lightest and darkest; a test compares them with the styles. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const;

export type Scheme = keyof typeof papers;
export const schemes = ["light", "dark"] as const satisfies Scheme[];
