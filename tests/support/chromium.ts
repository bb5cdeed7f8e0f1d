import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findProgram, installPackages, isExecutable, run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** Finds Chromium before any test runs, installs it where there is none, and fails where it cannot. */
export function setup(project: TestProject): void {
  project.provide("chromium", find() ?? install());
}

function find(): string | undefined {
  const own = [process.env.CHROMIUM_PATH, chromium.executablePath()].find(
    (file) => file && isExecutable(file),
  );
  return own ?? findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

function install(): string {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  run(process.execPath, [cli, "install", "chromium-headless-shell", "chromium"]);
  if (!find()) installPackages("chromium");
  const found = find();
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and neither Playwright's download nor apt-get could install it: " +
      "install the package chromium (Debian, Ubuntu) or Google Chrome, or set CHROMIUM_PATH to its executable.",
  );
}
