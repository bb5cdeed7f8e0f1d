import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { requirePackages } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with the schemas of Kubernetes, the Gateway API and the Prometheus operator. */
    kubernetesModels: string;
  }
}

/** Not dependencies, because these 30 MB need Node 22 and serve one trial. */
const wanted = [
  "kubernetes-models@5.1.0",
  "@kubernetes-models/gateway-api@2.0.0",
  "@kubernetes-models/prometheus-operator@6.0.0",
  // Their own dependencies must not be newer.
  "--before=2026-11-01",
];

export function setup(project: TestProject): void {
  const last = "@kubernetes-models/prometheus-operator";
  const found = requirePackages("The trials of the chart", "kubernetes-models", wanted, last);
  project.provide("kubernetesModels", resolve(found, "../../.."));
}
