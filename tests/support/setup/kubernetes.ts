import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { requirePackages } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder in which the schemas of Kubernetes, of the Gateway API and of the Prometheus operator are installed. */
    kubernetesModels: string;
  }
}

/** Thirty megabytes that one trial needs, and which ask for Node 22: no dependencies, which everybody would download. */
const wanted = [
  "kubernetes-models@5.1.0",
  "@kubernetes-models/gateway-api@2.0.0",
  "@kubernetes-models/prometheus-operator@6.0.0",
  // Of what these need, npm takes nothing newer.
  "--before=2026-11-01",
];

/** Finds the schemas before any test runs, downloads them where they are not, else fails. */
export function setup(project: TestProject): void {
  const last = "@kubernetes-models/prometheus-operator";
  const found = requirePackages("The trials of the chart", "kubernetes-models", wanted, last);
  project.provide("kubernetesModels", resolve(found, "../../.."));
}
