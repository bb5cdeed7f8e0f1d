import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { run } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    nuJar: string;
  }
}

/** Forty megabytes that one test needs: no dependency, which everybody would download. */
const version = "26.9.27";
const folder = resolve("var/programs/nu");
const jar = resolve(folder, "node_modules/vnu-jar/build/dist/vnu.jar");

/** Finds the Nu HTML Checker before any test runs, downloads it where it is not, else fails. */
export function setup(project: TestProject): void {
  if (!existsSync(jar)) run("npm", ["install", "--prefix", folder, "--ignore-scripts", `vnu-jar@${version}`]);
  if (!existsSync(jar))
    throw new Error(
      `The test of the HTML needs vnu-jar ${version}, which npm could not download: let npm reach its registry.`,
    );
  project.provide("nuJar", jar);
}
