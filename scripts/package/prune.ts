import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { packageOf, traceFiles } from "./trace.ts";

/** The driver's compiled part for each system; the driver puts its name together. */
const compiled = /^better-sqlite3\/prebuilds\/(?:linux|linuxmusl|darwin)-(?:x64|arm64)\.node$/;
/** Whose licence goes along with their code. */
const licence = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** A package's own folder, and not one within it. */
const packageFolder = /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+$/;

/**
 * Removes what Node does not load after these files from a folder with a build and its packages: declarations, sources,
 * documents, maps, code for browsers, other systems' programs. Of each package stay its manifest, by which npm knows
 * that it is there, and the licence of what is loaded.
 */
export function prune(folder: string, entries: string[]): void {
  const traced = traceFiles(entries);
  const packages = join(folder, "node_modules");
  const loaded = new Set([...traced].map(packageOf));
  const keeps = (file: string): boolean => {
    if (traced.has(file)) return true;
    const [around, name] = [dirname(file), basename(file)];
    const path = file.slice(packages.length + 1).replaceAll(sep, "/");
    if (name === "package.json") return loaded.has(around) || packageFolder.test(dirname(path));
    return compiled.test(path) || (loaded.has(around) && licence.test(name));
  };
  const programs = filesIn(join(folder, "dist/node")).filter((file) => file.endsWith(".js"));
  for (const file of [...filesIn(packages), ...programs]) if (!keeps(file)) rmSync(file);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}
