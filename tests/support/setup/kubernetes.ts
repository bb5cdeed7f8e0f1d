import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { run } from "./programs.ts";

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
];
/** Of what these need, npm takes nothing newer. */
const before = "--before=2026-11-01";
const folder = resolve("var/programs/kubernetes-models");

/** Finds the schemas before any test runs, downloads them where they are not, else fails. */
export function setup(project: TestProject): void {
  const isThere = () => existsSync(join(folder, "node_modules/@kubernetes-models/prometheus-operator"));
  if (!isThere()) {
    mkdirSync(folder, { recursive: true });
    run("npm", ["install", "--prefix", folder, "--ignore-scripts", before, ...wanted]);
  }
  if (!isThere())
    throw new Error(
      `The trial of the chart needs ${wanted.join(", ")}, which npm could not install: let npm reach its registry.`,
    );
  project.provide("kubernetesModels", folder);
}
