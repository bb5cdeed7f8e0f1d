import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const run = promisify(execFile);

declare module "vitest" {
  export interface ProvidedContext {
    traefik: string;
  }
}

/**
 * Has Go build a program of a module's own source, which takes minutes and is kept in `var/programs`. `change` is done
 * in a copy of that source, and `flags` are the linker's.
 * @throws Error that says who needs it
 */
export async function compile(
  who: string,
  name: string,
  module: string,
  path: string,
  change = "",
  flags = "",
) {
  const compiled = resolve("var/programs", name);
  if (existsSync(compiled)) return compiled;
  const script = `
    source=$(go mod download -json ${module} | sed -n 's/.*"Dir": "\\(.*\\)",/\\1/p')
    mkdir -p "$0.source"
    cp -R --no-preserve=mode "$source"/. "$0.source"
    cd "$0.source"
    ${change}
    go build -mod=mod -trimpath -ldflags='-s -w ${flags}' -o "$0.new" ${path}
    rm -rf "$0.source"
    mv "$0.new" "$0"`;
  try {
    await run("sh", ["-ec", script, compiled], { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    throw new Error(`${who} needs ${module}: install Go, and let it reach its module proxy.`, { cause });
  }
  return compiled;
}

/** Makes Traefik, and Docker's image of it, before any test runs. */
export async function setup(project: TestProject): Promise<void> {
  const program = await compile(
    "The trial of Kubernetes",
    "traefik-3.6.12",
    "github.com/traefik/traefik/v3@v3.6.12",
    "./cmd/traefik",
  );
  project.provide("traefik", program);
  const { env } = project.getProvidedContext().docker;
  mkdirSync("var", { recursive: true });
  const context = mkdtempSync(resolve("var", "traefik-"));
  copyFileSync(program, join(context, "traefik"));
  // Only what a program needs to run is of the other image.
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
