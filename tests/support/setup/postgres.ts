import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness/programs.ts";
import { installPackages } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with PostgreSQL's programs, and PgBouncer. */
    postgres: { binaries: string; bouncer: string };
  }
}

const root = "/usr/lib/postgresql";

/** Finds the system's PostgreSQL and PgBouncer before any test runs, installs them where there are none, else fails. */
export function setup(project: TestProject): void {
  if (!findBinaries() || !findProgram("pgbouncer")) installPackages("postgresql", "pgbouncer");
  const [binaries, bouncer] = [findBinaries(), findProgram("pgbouncer")];
  if (!binaries || !bouncer)
    throw new Error(
      "The tests of the fleet need postgresql and pgbouncer, which apt-get could not install: install them.",
    );
  project.provide("postgres", { binaries, bouncer });
}

function findBinaries(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "initdb")));
}
