import { chmodSync, existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../../scripts/bench/harness.ts";
import { newFolder } from "../../../support/folder.ts";
import { installPackages, run, translations } from "../../../support/setup/programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with PostgreSQL's programs, PgBouncer, and the folder with the locale `de_DE.UTF-8`. */
    postgres: { binaries: string; bouncer: string; locales: string };
  }
}

const root = "/usr/lib/postgresql";
const localeSource = "/usr/share/i18n/locales/de_DE";

/** Finds or installs PostgreSQL, PgBouncer and the sources of locales, and makes a locale for a server that speaks German. */
export function setup(project: TestProject): () => void {
  const isThere = () => findBinaries() && findProgram("pgbouncer") && existsSync(localeSource);
  if (!isThere()) installPackages("postgresql", "pgbouncer", "locales");
  const [binaries = "", bouncer = ""] = [findBinaries(), findProgram("pgbouncer")];
  const { path: locales, remove } = newFolder();
  // For the server, which runs as another user.
  chmodSync(locales, 0o755);
  const locale = join(locales, "de_DE.UTF-8");
  run("localedef", ["-i", "de_DE", "-f", "UTF-8", locale]);
  const translation = `${translations}/LC_MESSAGES/postgres-${basename(dirname(binaries))}.mo`;
  const missing = [binaries, bouncer, join(locale, "LC_MESSAGES"), translation]
    .map(existsSync)
    .indexOf(false);
  if (missing >= 0) {
    const name = ["postgresql", "pgbouncer", "locales", "postgresql with its translations"][missing];
    throw new Error(`The tests of the fleet need ${name}: install it again.`);
  }
  project.provide("postgres", { binaries, bouncer, locales });
  return remove;
}

function findBinaries(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "initdb")));
}
