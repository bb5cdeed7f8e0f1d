import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    promtool: string;
  }
}

const own = resolve("var/programs/promtool");

/** Finds promtool before any test runs, takes it out of Debian's package where there is none, else fails. */
export function setup(project: TestProject): void {
  const find = () => findProgram("promtool") ?? (existsSync(own) ? own : undefined);
  if (!find()) unpack();
  const found = find();
  if (!found)
    throw new Error(
      "The tests of the alerts need promtool, which apt-get could not download: install the package prometheus.",
    );
  project.provide("promtool", found);
}

/** Takes the one program out of the package without installing it: nothing of it is ever started. */
function unpack(): void {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-promtool-"));
  try {
    if (process.getuid?.() === 0) run("apt-get", ["update", "-qq"]);
    execFileSync("apt-get", ["download", "-qq", "prometheus"], { cwd: folder, stdio: "ignore" });
    const [archive = ""] = readdirSync(folder);
    execFileSync("dpkg-deb", ["--extract", join(folder, archive), folder], { stdio: "ignore" });
    mkdirSync(dirname(own), { recursive: true });
    copyFileSync(join(folder, "usr", "bin", "promtool"), own);
  } catch {
    // The caller looks for it, and says what is missing.
  } finally {
    rmSync(folder, { recursive: true });
  }
}
