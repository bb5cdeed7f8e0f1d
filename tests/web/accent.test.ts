import { readFileSync } from "node:fs";
import Color from "colorjs.io";
import { describe, expect, it } from "vitest";
import type { Scheme } from "../../schema/brand/schemes.ts";
import { type AccentUse, moveAccent, papers } from "../../web/brand/accent.ts";

const hueOf = (color: string): number => new Color(color).to("oklch").coords[2] ?? 0;
const levels = Array.from({ length: 16 }, (_, index) => index * 17);
const digits = (level: number): string => level.toString(16).padStart(2, "0");
const accents = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${digits(red)}${digits(green)}${digits(blue)}`)),
);

/** By a library that the product does not use. */
const luminanceOf = (color: string): number => new Color(color).luminance;
const papersIn = (scheme: Scheme): number[] => papers[scheme].map(luminanceOf);
const paperLuminances = { light: papersIn("light"), dark: papersIn("dark") };

function contrastOf(color: string, scheme: Scheme): number {
  const own = luminanceOf(color);
  return Math.min(
    ...paperLuminances[scheme].map((paper) => (Math.max(own, paper) + 0.05) / (Math.min(own, paper) + 0.05)),
  );
}

describe.each<[string, AccentUse, Scheme, number]>([
  ["text", "text", "light", 7],
  ["text", "text", "dark", 7],
  ["the sun", "sun", "light", 2],
  ["the sun", "sun", "dark", 2],
])("the accent of %s", (...given) => {
  const [_name, use, scheme, least] = given;

  it(`has ${least}:1 with all of the page in ${scheme}, whatever it was: 4 096 accents`, () => {
    const below = accents.filter(
      (accent) => contrastOf(moveAccent(accent, use, scheme).color, scheme) < least,
    );
    expect(accents).toHaveLength(4096);
    expect(below).toEqual([]);
  });

  it(`stays as it is in ${scheme} where it has that`, () => {
    const enough = accents.filter((accent) => contrastOf(accent, scheme) >= least + 0.02);
    expect(enough.length).toBeGreaterThan(100);
    for (const accent of enough) expect(moveAccent(accent, use, scheme).color).toBe(accent);
  });

  it(`keeps its hue in ${scheme}, and moves no further than it must`, () => {
    for (const accent of ["#0b6e4f", "#e4002b", "#0057b8", "#ffcc00", "#ffe600", "#7b2cbf", "#00a3a1"]) {
      const { color, before, after } = moveAccent(accent, use, scheme);
      // In degrees; a colour that screens cannot show at that lightness comes back a little aside.
      expect(Math.abs((hueOf(color) - hueOf(accent) + 540) % 360) - 180).toBeLessThan(8);
      expect(before).toBeCloseTo(contrastOf(accent, scheme), 1);
      expect(after).toBeCloseTo(contrastOf(color, scheme), 1);
      if (before < least) expect(after).toBeLessThan(least * 1.05);
    }
  });
});

it("a yellow sun stays yellow where its text cannot", () => {
  const lightness = (use: AccentUse, scheme: Scheme) =>
    new Color(moveAccent("#ffe600", use, scheme).color).to("oklch").coords[0] ?? 0;
  expect(lightness("text", "light")).toBeLessThan(0.45);
  expect(lightness("sun", "light")).toBeGreaterThan(0.65);
  expect(moveAccent("#ffe600", "sun", "dark").color).toBe("#ffe600");
});

it("knows the papers of the styles", () => {
  const styles = readFileSync(new URL("../../web/page/styles/tokens.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = styles.split("@media screen and (prefers-color-scheme: dark)");
  for (const [index, name] of ["--paper", "--paper-low"].entries()) {
    expect(light).toContain(`${name}: ${papers.light[index]};`);
    expect(dark).toContain(`${name}: ${papers.dark[index]};`);
  }
});
