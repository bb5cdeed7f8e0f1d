import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium, findProgram } from "../../../scripts/bench/harness.ts";
import { writeFontconfig } from "./fontconfig.ts";
import { installPackages, run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
    /** A file of fontconfig's, with which a browser finds the fonts of the tests and no others. */
    fontconfig: string;
  }
}

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/**
 * Finds Chromium before any test runs, installs it where there is none, and fails where it cannot. What the tests see
 * of the page must not depend on the fonts of the machine, so it gets some of its own.
 */
export function setup(project: TestProject): void {
  project.provide("chromium", find() ?? install());
  const fonts = {
    folders: [join(folderOf("dejavu-fonts-ttf"), "ttf")],
    usual: "DejaVu Sans",
    kinds: { serif: "DejaVu Serif", monospace: "DejaVu Sans Mono" },
  };
  project.provide("fontconfig", writeFontconfig("DejaVu Sans", fonts));
}

/** Debian's package without windows goes first: the same engine for two thirds of the work. */
function find(): string | undefined {
  return (process.env.CHROMIUM_PATH ? undefined : findProgram("chromium-headless-shell")) ?? findChromium();
}

function install(): string {
  const cli = join(folderOf("playwright-core"), "cli.js");
  run(process.execPath, [cli, "install", "chromium-headless-shell", "chromium"]);
  for (const name of ["chromium-headless-shell", "chromium"]) if (!find()) installPackages(name);
  const found = find();
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and neither Playwright's download nor apt-get could install it: " +
      "install the package chromium (Debian, Ubuntu) or Google Chrome, or set CHROMIUM_PATH to its executable.",
  );
}
