import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

const packages = { nginx: "nginx-light", haproxy: "haproxy", caddy: "caddy", apache2: "apache2-bin" };
export type ProxyName = keyof typeof packages;

declare module "vitest" {
  export interface ProvidedContext {
    proxies: Record<ProxyName, string>;
  }
}

/** Finds the proxies of the recipes before any test runs, installs them where there are none, else fails. */
export function setup(project: TestProject): void {
  // The documents turn HAProxy's switch by hand with socat, and the recipe for Kubernetes makes its patches with jq.
  const tools = { socat: "socat", jq: "jq" };
  project.provide("proxies", requirePrograms("The tests of the recipes", { ...packages, ...tools }));
}
