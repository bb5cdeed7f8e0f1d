import type { TestProject } from "vitest/node";
import { findHelm } from "../../../scripts/manifests/helm.ts";

declare module "vitest" {
  export interface ProvidedContext {
    helm: string;
  }
}

/** Finds Helm before any test runs, compiles it where there is none, else fails. */
export function setup(project: TestProject): void {
  project.provide("helm", findHelm());
}
