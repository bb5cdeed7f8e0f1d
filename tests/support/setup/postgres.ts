import { chmodSync, existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { newFolder } from "../folder.ts";
import { installPackages, run, translations } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with PostgreSQL's programs, PgBouncer, and the folder with the locale `de_DE.UTF-8`. */
    postgres: { binaries: string; bouncer: string; locales: string };
  }
}

const locale = "de_DE.UTF-8";

const root = "/usr/lib/postgresql";
const localeSource = "/usr/share/i18n/locales/de_DE";

/** Finds or installs PostgreSQL, PgBouncer and the sources of locales, and makes a locale for a server that speaks German. */
export function setup(project: TestProject): () => void {
  const isThere = () => findBinaries() && findProgram("pgbouncer") && existsSync(localeSource);
  if (!isThere()) installPackages("postgresql", "pgbouncer", "locales");
  const [binaries, bouncer] = [findBinaries(), findProgram("pgbouncer")];
  if (!binaries || !bouncer || !existsSync(localeSource))
    throw new Error(
      "The tests of the fleet need postgresql, pgbouncer and locales, which apt-get could not install: install them.",
    );
  const { path: locales, remove } = newFolder();
  // For the server, which runs as another user.
  chmodSync(locales, 0o755);
  run("localedef", ["-i", "de_DE", "-f", "UTF-8", join(locales, locale)]);
  if (!existsSync(join(locales, locale, "LC_MESSAGES")))
    throw new Error(`The tests of the fleet need the locale ${locale}, which localedef could not make here.`);
  const major = basename(dirname(binaries));
  if (!existsSync(`${translations}/LC_MESSAGES/postgres-${major}.mo`))
    throw new Error(
      `The tests of the fleet need PostgreSQL's translations in ${translations}, which this system leaves out: reinstall postgresql-${major} with them.`,
    );
  project.provide("postgres", { binaries, bouncer, locales });
  return remove;
}

function findBinaries(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "initdb")));
}
