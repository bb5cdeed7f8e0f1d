import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium, findProgram } from "../../../scripts/bench/harness/programs.ts";
import { installPackages, run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** Finds Chromium before any test runs, installs it where there is none, and fails where it cannot. */
export function setup(project: TestProject): void {
  project.provide("chromium", find() ?? install());
}

/** Debian's package without windows goes first: the same engine for two thirds of the work. */
function find(): string | undefined {
  return (process.env.CHROMIUM_PATH ? undefined : findProgram("chromium-headless-shell")) ?? findChromium();
}

function install(): string {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  run(process.execPath, [cli, "install", "chromium-headless-shell", "chromium"]);
  for (const name of ["chromium-headless-shell", "chromium"]) if (!find()) installPackages(name);
  const found = find();
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and neither Playwright's download nor apt-get could install it: " +
      "install the package chromium (Debian, Ubuntu) or Google Chrome, or set CHROMIUM_PATH to its executable.",
  );
}
