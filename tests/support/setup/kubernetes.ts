import { copyFileSync, existsSync, mkdirSync } from "node:fs";
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
const wanted = "tests/trials/chart/models";
const folder = resolve("var/programs/kubernetes-models");

/** Finds the schemas before any test runs, downloads them where they are not, else fails. */
export function setup(project: TestProject): void {
  const isThere = () => existsSync(join(folder, "node_modules/@kubernetes-models/prometheus-operator"));
  if (!isThere()) {
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(join(wanted, name), join(folder, name));
    run("npm", ["ci", "--prefix", folder, "--ignore-scripts"]);
  }
  if (!isThere())
    throw new Error(
      `The trial of the chart needs ${wanted}, which npm could not install: let npm reach its registry.`,
    );
  project.provide("kubernetesModels", folder);
}
