import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { type Fonts, writeFontconfig } from "../../../support/setup/fontconfig.ts";
import { requirePackages } from "../../../support/setup/programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The files of fontconfig for fonts of other machines, by the family of most texts. */
    otherFonts: Record<string, string>;
  }
}

/** 30 MB for few tests, so they are no dependencies. */
const packages = ["cousine@0.4.3", "noto-naskh-arabic@0.4.5", "noto-sans@0.4.2", "noto-serif@0.4.2"];
const folderOf = (name: string): string =>
  resolve("var/programs/fonts/node_modules/@expo-google-fonts", name);

const others: Fonts[] = [
  {
    folders: ["noto-sans", "noto-serif", "noto-naskh-arabic"].map(folderOf),
    usual: "Noto Sans",
    kinds: { serif: "Noto Serif", monospace: "Noto Sans" },
  },
  // Liberation Mono by another name: what a page gets if Liberation is there without aliases.
  { folders: [folderOf("cousine")], usual: "Cousine" },
];

/** Finds the fonts of other machines, or downloads them. @throws Error that says what is missing */
export function setup(project: TestProject): void {
  const wanted = packages.map((name) => `@expo-google-fonts/${name}`).join(" ");
  requirePackages("fonts", wanted, "@expo-google-fonts/noto-serif/package.json");
  const files = others.map((fonts) => [fonts.usual, writeFontconfig(fonts.usual, fonts)] as const);
  project.provide("otherFonts", Object.fromEntries(files));
}
