import type { TestProject } from "vitest/node";
import { findProgram } from "../../../../scripts/bench/harness.ts";
import { compile } from "../../../support/setup/programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    helm: string;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const compiled = () => compile("helm-v4.3.1/helm", "helm.sh/helm/v4@v4.3.1", "./cmd/helm");
  project.provide("helm", findProgram("helm") ?? (await compiled()));
}
