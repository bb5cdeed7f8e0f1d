import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness.ts";

declare module "vitest" {
  export interface ProvidedContext {
    helm: string;
  }
}

/** For machines without Helm. */
const version = "4.3.1";
const folder = resolve("var/programs", `helm-${version}`);
const compiled = resolve(folder, "helm");

/** Finds Helm before any test runs, has Go compile it if there is none, which takes minutes and is kept, else fails. */
export function setup(project: TestProject): void {
  project.provide("helm", findProgram("helm") ?? compile());
}

function compile(): string {
  if (existsSync(compiled)) return compiled;
  try {
    const source = `helm.sh/helm/v4/cmd/helm@v${version}`;
    const args = ["install", "-trimpath", "-ldflags=-s -w", source];
    execFileSync("go", args, { stdio: "ignore", env: { ...process.env, GOBIN: folder } });
  } catch (cause) {
    throw new Error("The trial of the chart needs Helm, or Go with its module proxy: install either.", {
      cause,
    });
  }
  return compiled;
}
