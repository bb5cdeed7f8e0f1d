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
  // The recipe for HAProxy says its switch's command with socat, and that for Kubernetes makes its patches with jq.
  const tools = { socat: "socat", jq: "jq" };
  project.provide("proxies", requirePrograms("The tests of the recipes", { ...packages, ...tools }));
}
