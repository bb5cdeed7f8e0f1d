import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

const packages = { curl: "curl", python3: "python3" };

declare module "vitest" {
  export interface ProvidedContext {
    clients: Record<keyof typeof packages, string>;
  }
}

/** Finds the clients of the long trials before any test runs, installs them where there are none, else fails. */
export function setup(project: TestProject): void {
  project.provide("clients", requirePrograms("The long trials", packages));
}
