import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, extname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The driver's compiled part for each system; the driver puts its name together. */
const compiled = /^better-sqlite3\/prebuilds\/(?:linux|linuxmusl|darwin)-(?:x64|arm64)\.node$/;
/** Whose licence goes along with their code. */
const licence = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** A package's own folder, and not one within it. */
const packageFolder = /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+$/;

/** Names that lead nowhere: of a package that may be missing, and in texts for people. */
const nowhere = new Set(["pg-native", "./MyComponent"]);

/** A line of a comment that has lines of its own; whatever else a comment names must be there. */
const commentLine = /^\s*(?:\/\/|\/?\*).*$/gm;

/** How a file of one that Node loads is named in it, and who finds that file. */
const named: [RegExp, (name: string, from: string) => string][] = [
  // What has a space or a comma is no name: it stands between two texts, the first of which ends with "from".
  [/\b(?:from|import)\s*\(?\s*["']([^"'\s,$<]+)["']/g, resolveImport],
  [/\brequire\(\s*["']([^"'\n$<]+)["']\s*\)/g, resolveRequire],
  [/\bcreateRequire\(import\.meta\.url\)\(["']([^"'\n$<]+)["']\)/g, resolveRequire],
  [/\bnew URL\(\s*["'](\.[^"'\n$]+\.js)["'],\s*import\.meta\.url\)/g, resolveImport],
];

/**
 * Every file that Node may load once it has loaded these, found by what is named in each, and by Node's own rules: also
 * what is only loaded on demand. Needs Node's flag
 * `--experimental-import-meta-resolve`.
 * @throws Error for a name that leads nowhere
 */
export function traceFiles(entries: string[]): Set<string> {
  const found = new Set(entries);
  // A set gives what is added to it while it is gone through.
  for (const file of found) for (const other of filesNamedIn(file)) found.add(other);
  return found;
}

function filesNamedIn(file: string): string[] {
  if (!/^\.[cm]?js$/.test(extname(file))) return [];
  const source = readFileSync(file, "utf8").replace(commentLine, "");
  const isModule = isModuleFile(file);
  return named.flatMap(([pattern, resolve]) =>
    // What looks like a module's words in a file that is none stands in a comment or a text, an `import()` aside.
    [...source.matchAll(pattern)].flatMap(([whole, name = ""]) => {
      if (isBuiltin(name) || nowhere.has(name)) return [];
      if (resolve === resolveImport && !isModule && !whole.startsWith("import(")) return [];
      return [resolve(name, file)];
    }),
  );
}

function resolveRequire(name: string, from: string): string {
  return createRequire(from).resolve(name);
}

function resolveImport(name: string, from: string): string {
  const file = fileURLToPath(import.meta.resolve(name, pathToFileURL(from).href));
  if (!existsSync(file)) throw new Error(`${from} names ${name}, which is not there.`);
  return file;
}

function isModuleFile(file: string): boolean {
  if (extname(file) !== ".js") return extname(file) === ".mjs";
  return JSON.parse(readFileSync(join(packageOf(file), "package.json"), "utf8")).type === "module";
}

/** The nearest enclosing folder with a package.json. */
export function packageOf(file: string): string {
  const folder = dirname(file);
  return existsSync(join(folder, "package.json")) ? folder : packageOf(folder);
}

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
