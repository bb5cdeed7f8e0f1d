/** What the page's text stands on in each scheme, lightest and darkest; the styles are held equal to it by a test. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const;

export type Scheme = keyof typeof papers;
export const schemes = ["light", "dark"] as const satisfies Scheme[];
