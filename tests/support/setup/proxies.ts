import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

const packages = { nginx: "nginx-light", haproxy: "haproxy", caddy: "caddy", apache2: "apache2-bin" };
export type ProxyName = keyof typeof packages;

declare module "vitest" {
  export interface ProvidedContext {
    proxies: Record<ProxyName, string>;
  }
}

export function setup(project: TestProject): void {
  // Documents use socat for HAProxy's switch, and jq for Kubernetes' patches.
  const tools = { socat: "socat", jq: "jq" };
  project.provide("proxies", requirePrograms("The tests of the recipes", { ...packages, ...tools }));
}
