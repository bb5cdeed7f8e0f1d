import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program's own files, which it never writes to. */
export interface Program {
  /** The folder with package.json, dist/ and data/notice.json; absolute. */
  folder: string;
  /** The version in package.json. */
  version: string;
  /** Whether it was installed from the package, as its package.json says. Otherwise it is a clone. */
  isInstalled: boolean;
}

/** The program that this code belongs to. */
export function readProgram(): Program {
  const folder = findRoot(dirname(fileURLToPath(import.meta.url)));
  const { version, isInstalled = false } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, version, isInstalled };
}

/** The nearest enclosing folder that holds package.json: the same for the sources and the build. */
function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}
