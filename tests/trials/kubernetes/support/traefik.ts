import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { compile } from "../../../support/setup/programs.ts";

const run = promisify(execFile);

declare module "vitest" {
  export interface ProvidedContext {
    traefik: string;
  }
}

/** Compiles Traefik and makes an image of it. */
export async function setup(project: TestProject): Promise<void> {
  const module = "github.com/traefik/traefik/v3@v3.6.12";
  const program = await compile("traefik-3.6.12", module, "./cmd/traefik");
  project.provide("traefik", program);
  const { env } = project.getProvidedContext().docker;
  const context = mkdtempSync(resolve("var", "traefik-"));
  copyFileSync(program, join(context, "traefik"));
  // nginx's image serves as a base.
  writeFileSync(
    join(context, "Dockerfile"),
    'FROM nginx:stable\nCOPY --chmod=755 traefik /\nENTRYPOINT ["/traefik"]\nCMD []\n',
  );
  try {
    await run("docker", ["build", "--tag", "traefik:3", context], { env });
  } finally {
    rmSync(context, { recursive: true });
  }
}
