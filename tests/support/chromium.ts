import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

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
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...installed].find(
    (file): file is string => !!file && isExecutable(file),
  );
}

function install(): string {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  const ways: [string, string[]][] = [
    [process.execPath, [cli, "install", "chromium-headless-shell", "chromium"]],
  ];
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    ways.push(
      ["apt-get", ["update", "-qq"]],
      ["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]],
    );
  }
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, {
        stdio: "ignore",
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    } catch {
      // The next way may do; whether one did is seen below.
    }
    const found = find();
    if (found) return found;
  }
  throw new Error(
    "The browser tests need Chromium, and neither Playwright's download nor apt-get could install it: " +
      "install the package chromium (Debian, Ubuntu) or Google Chrome, or set CHROMIUM_PATH to its executable.",
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
