import type { TestProject } from "vitest/node";
import { requirePackages } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    nuJar: string;
  }
}

/** Finds the Nu HTML Checker before any test runs, downloads its forty megabytes where it is not, else fails. */
export function setup(project: TestProject): void {
  const wanted = ["vnu-jar@26.9.27"];
  const jar = requirePackages("The tests of the HTML", "nu", wanted, "vnu-jar/build/dist/vnu.jar");
  project.provide("nuJar", jar);
}
