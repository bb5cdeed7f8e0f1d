import { chmodSync, statSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { newFolder } from "../../../support/folder.ts";
import { makePackage, programOf, programs } from "./installing.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The package of this build. */
    packageFile: string;
  }
}

export function setup(project: TestProject): () => void {
  programs.forEach(programOf);
  const { path, remove } = newFolder();
  // Other users install it.
  chmodSync(path, 0o755);
  const file = makePackage(path);
  process.stdout.write(`The package has ${(statSync(file).size / 1e6).toFixed(1)} MB.\n`);
  project.provide("packageFile", file);
  return remove;
}
