import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { type Fonts, writeFontconfig } from "./fontconfig.ts";
import { requirePackages } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The files of fontconfig's with which a browser finds fonts of other machines, by the family of most texts. */
    otherFonts: Record<string, string>;
  }
}

/** Thirty megabytes that one test needs: no dependencies, which everybody would download. */
const packages = {
  cousine: "0.4.3",
  "noto-naskh-arabic": "0.4.5",
  "noto-sans": "0.4.2",
  "noto-serif": "0.4.2",
};
const installedIn = resolve("var/programs/fonts");
const folderOf = (name: string): string => join(installedIn, "node_modules/@expo-google-fonts", name);

const others: Fonts[] = [
  {
    folders: ["noto-sans", "noto-serif", "noto-naskh-arabic"].map(folderOf),
    usual: "Noto Sans",
    kinds: { serif: "Noto Serif", monospace: "Noto Sans" },
  },
  // Liberation Mono by another name, and nothing else: what a page gets where Liberation is there without aliases.
  { folders: [folderOf("cousine")], usual: "Cousine" },
];

/** Finds the fonts of other machines before any test runs, downloads them where they are not, else fails. */
export function setup(project: TestProject): void {
  const wanted = Object.entries(packages).map(([name, version]) => `@expo-google-fonts/${name}@${version}`);
  requirePackages("The tests of other fonts", "fonts", wanted, "@expo-google-fonts/noto-serif/package.json");
  const files = others.map((fonts) => [fonts.usual, writeFontconfig(fonts.usual, fonts)] as const);
  project.provide("otherFonts", Object.fromEntries(files));
}
