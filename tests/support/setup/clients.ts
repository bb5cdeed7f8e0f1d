import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

const packages = { curl: "curl", python3: "python3" };

declare module "vitest" {
  export interface ProvidedContext {
    clients: Record<keyof typeof packages, string>;
  }
}

/** Finds the programs that upload, or installs them. @throws Error that says what is missing */
export function setup(project: TestProject): void {
  project.provide("clients", requirePrograms("The trials of proxies and edges", packages));
}
