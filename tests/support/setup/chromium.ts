import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium, findProgram } from "../../../scripts/bench/harness.ts";
import { writeFontconfig } from "./fontconfig.ts";
import { installPackages, run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
    /** A configuration with which a browser finds only the fonts of the tests. */
    fontconfig: string;
  }
}

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** Finds or installs Chromium, and gives it fonts of its own: the page must not depend on the machine's fonts. */
export function setup(project: TestProject): void {
  project.provide("chromium", find() ?? install());
  const fonts = {
    folders: [join(folderOf("dejavu-fonts-ttf"), "ttf")],
    usual: "DejaVu Sans",
    kinds: { serif: "DejaVu Serif", monospace: "DejaVu Sans Mono" },
  };
  project.provide("fontconfig", writeFontconfig("DejaVu Sans", fonts));
}

/** Prefers Debian's package without windows: the same engine for two thirds of the work. */
const find = () =>
  (process.env.CHROMIUM_PATH ? undefined : findProgram("chromium-headless-shell")) ?? findChromium();

function install(): string {
  const cli = join(folderOf("playwright-core"), "cli.js");
  run(process.execPath, [cli, "install", "chromium-headless-shell", "chromium"]);
  for (const name of ["chromium-headless-shell", "chromium"]) if (!find()) installPackages(name);
  const found = find();
  if (!found) throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to it.");
  return found;
}
