import { readFileSync } from "node:fs";
import { converter, wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import type { Scheme } from "../../schema/brand/schemes.ts";
import { type AccentUse, moveAccent, papers } from "../../web/brand.tsx";

const toOklch = converter("oklch");
const hueOf = (color: string): number => toOklch(color)?.h ?? 0;
const levels = ["00", "24", "49", "6d", "92", "b6", "db", "ff"];
const accents = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);

const contrastOf = (color: string, scheme: Scheme): number =>
  Math.min(...papers[scheme].map((paper) => wcagContrast(color, paper)));

describe.each<[AccentUse, Scheme, number]>([
  ["text", "light", 7],
  ["text", "dark", 7],
  ["sun", "light", 2],
  ["sun", "dark", 3],
])("A brand's accent for the page's %s in %s", (use, scheme, least) => {
  it(`has a contrast of at least ${least}:1, for each of 512 accents`, () => {
    const below = accents.filter(
      (accent) => contrastOf(moveAccent(accent, use, scheme).color, scheme) < least,
    );
    expect(accents).toHaveLength(512);
    expect(below).toEqual([]);
  });

  it("stays unchanged if its contrast is enough", () => {
    const enough = accents.filter((accent) => contrastOf(accent, scheme) >= least + 0.02);
    expect(enough.length).toBeGreaterThan(20);
    for (const accent of enough) expect(moveAccent(accent, use, scheme).color).toBe(accent);
  });

  it("keeps its hue, and changes no more than needed", () => {
    for (const accent of ["#0b6e4f", "#e4002b", "#0057b8", "#ffcc00", "#ffe600", "#7b2cbf", "#00a3a1"]) {
      const { color, before, after } = moveAccent(accent, use, scheme);
      // In degrees. Screens cannot show every hue at every lightness.
      expect(Math.abs((hueOf(color) - hueOf(accent) + 540) % 360) - 180).toBeLessThan(8);
      expect(before).toBeCloseTo(contrastOf(accent, scheme), 1);
      expect(after).toBeCloseTo(contrastOf(color, scheme), 1);
      if (before < least) expect(after).toBeLessThan(least * 1.05);
    }
  });
});

it("A yellow brand keeps a yellow sun although its text is darkened", () => {
  const lightness = (use: AccentUse) => toOklch(moveAccent("#ffe600", use, "light").color)?.l;
  expect(lightness("text")).toBeLessThan(0.45);
  expect(lightness("sun")).toBeGreaterThan(0.65);
  expect(moveAccent("#ffe600", "sun", "dark").color).toBe("#ffe600");
});

it("The colours for contrast are the page's backgrounds in tokens.css", () => {
  const styles = readFileSync(new URL("../../web/page/styles/tokens.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = styles.split("@media screen and (prefers-color-scheme: dark)");
  for (const [index, name] of ["--paper", "--paper-low"].entries()) {
    expect(light).toContain(`${name}: ${papers.light[index]};`);
    expect(dark).toContain(`${name}: ${papers.dark[index]};`);
  }
});
