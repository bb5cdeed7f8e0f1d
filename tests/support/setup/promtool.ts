import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    promtool: string;
  }
}

export function setup(project: TestProject): void {
  project.provide(
    "promtool",
    requirePrograms("The tests of the alerts", { promtool: "prometheus" }).promtool,
  );
}
