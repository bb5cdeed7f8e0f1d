import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness/programs.ts";
import { installPackages } from "./programs.ts";

const packages = { nginx: "nginx-light", haproxy: "haproxy", caddy: "caddy" };
export type ProxyName = keyof typeof packages;

declare module "vitest" {
  export interface ProvidedContext {
    proxies: Record<ProxyName, string>;
  }
}

/** Finds the proxies of the recipes before any test runs, installs them where there are none, else fails. */
export function setup(project: TestProject): void {
  const missing = () => Object.entries(packages).filter(([name]) => !findProgram(name));
  if (missing().length > 0) installPackages(...missing().map(([, name]) => name));
  if (missing().length > 0) {
    const names = missing().map(([, name]) => name);
    throw new Error(
      `The tests of the recipes need ${names.join(", ")}, which apt-get could not install: install them.`,
    );
  }
  const found = Object.keys(packages).map((name) => [name, findProgram(name)]);
  project.provide("proxies", Object.fromEntries(found));
}
