import { chmodSync, statSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { newFolder } from "../folder.ts";
import { downloadPrograms, makePackage, managers, nodes } from "../trials/package.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The file of the package that was made of this build. */
    packageFile: string;
    /** Whether it is installed in every way that there is, and not only once by each program. */
    isInstalledEveryWay: boolean;
  }
}

/** Makes the package before any test installs it, and has what installs it; gives what removes it. */
export async function setup(project: TestProject): Promise<() => void> {
  await downloadPrograms([...nodes, ...managers]);
  const { path, remove } = newFolder();
  // Others than who made it install it.
  chmodSync(path, 0o755);
  const file = makePackage(path);
  process.stdout.write(`The package has ${(statSync(file).size / 1e6).toFixed(1)} MB.\n`);
  project.provide("packageFile", file);
  return remove;
}
